import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { env } from '#app/platform/env.server.ts';
import { logger } from '#app/platform/log.server.ts';
import type { STRIPE_MODES } from '#db/schema/index.ts';
import { ProtocolError, RetryLater } from '#protocol/errors.ts';

const TIMEOUT_MS = 10_000;
/** Delay in s before a retry when Stripe is unreachable. */
export const RETRY_S = 30;

type StripeMode = (typeof STRIPE_MODES)[number];

/** The mode of the configured key; null if payments are off. */
export const stripeMode: StripeMode | null = modeOf(env.STRIPE_SECRET_KEY);

function modeOf(key: string | undefined): StripeMode | null {
  if (key === undefined) return null;
  if (key.startsWith('sk_sandbox_')) return 'SANDBOX';
  return key.includes('_live_') ? 'LIVE' : 'TEST';
}

const client = env.STRIPE_SECRET_KEY
  ? new Stripe(env.STRIPE_SECRET_KEY, {
      maxNetworkRetries: 2,
      timeout: TIMEOUT_MS,
      telemetry: false,
      ...(env.STRIPE_API_PORT && {
        host: '127.0.0.1',
        port: env.STRIPE_API_PORT,
        protocol: 'http',
      }),
    })
  : null;

/**
 * The database's clock, read before a call to Stripe: of two answers, the one requested later wins. As text, because a
 * Date would lose the microseconds.
 */
export const databaseTime = sql<string>`clock_timestamp()`;

/** The Stripe library for functions that make no API call. @throws ProtocolError PAYMENTS_OFF */
export function stripeLibrary(): Stripe {
  if (!client) throw new ProtocolError('PAYMENTS_OFF');
  return client;
}

/**
 * Calls Stripe. No transaction may be open meanwhile, as an answer can take half a minute.
 * @throws ProtocolError PAYMENTS_OFF; RetryLater UNAVAILABLE if Stripe is unreachable, failing or limiting the rate;
 * Stripe's other errors unchanged
 */
export async function callStripe<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await call(stripeLibrary());
  } catch (error) {
    throw isAway(error) ? new RetryLater('UNAVAILABLE', RETRY_S) : error;
  }
}

/** Whether the same call may succeed later. */
function isAway(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeIdempotencyError, StripeRateLimitError } =
    Stripe.errors;
  // Another process is making the same call.
  if (error instanceof StripeIdempotencyError && error.code === 'idempotency_key_in_use') return true;
  return [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind);
}

/** Whether Stripe permanently refuses the call: the object is gone or in the wrong state. */
export function isRefused(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/**
 * Whether the object that a parameter names no longer exists at Stripe. @param param as Stripe names it; `id` for the
 * one in the URL
 */
export function isGone(error: unknown, param: string): boolean {
  return isRefused(error) && error.code === 'resource_missing' && error.param === param;
}

/** For pages that can also show stored data. @returns whether Stripe answered; failures are logged */
export async function unlessAway(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    logger.warn({ err: error }, 'Stripe not read');
    return false;
  }
}
