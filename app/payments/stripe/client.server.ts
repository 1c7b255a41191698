import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { env } from '#app/platform/env.server.ts';
import { logger } from '#app/platform/log.server.ts';
import type { STRIPE_MODES } from '#db/schema/index.ts';
import { ProtocolError, RetryLater } from '#protocol/errors.ts';

const TIMEOUT_MS = 10_000;
/** When to try again while Stripe does not answer. */
export const RETRY_S = 30;

type StripeMode = (typeof STRIPE_MODES)[number];

/** Which kind of money the key moves; null: payments are off. */
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
 * The database's clock, read before Stripe is asked: of two answers, the one that was asked for later counts. As text,
 * because a Date would lose the microseconds.
 */
export const databaseTime = sql<string>`clock_timestamp()`;

/** For what Stripe's library does by itself, without a call. @throws ProtocolError PAYMENTS_OFF */
export function stripeLibrary(): Stripe {
  if (!client) throw new ProtocolError('PAYMENTS_OFF');
  return client;
}

/**
 * Calls Stripe. No transaction may be open meanwhile: an answer can take half a minute.
 * @throws ProtocolError PAYMENTS_OFF; RetryLater UNAVAILABLE if Stripe cannot be reached, has a failure or too much to do;
 * other errors of Stripe as they are
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
  // The same call is being made by another process.
  if (error instanceof StripeIdempotencyError && error.code === 'idempotency_key_in_use') return true;
  return [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind);
}

/** Whether Stripe will not do it, also later: the object is gone, or in no state for it. */
export function isRefused(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether Stripe has not got, any more, what a parameter names. @param param as Stripe names it; `id`: of the address */
export function isGone(error: unknown, param: string): boolean {
  return isRefused(error) && error.code === 'resource_missing' && error.param === param;
}

/** For pages that show what is stored without Stripe too. @returns whether it answered; failures are logged */
export async function unlessAway(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    logger.warn({ err: error }, 'Stripe not read');
    return false;
  }
}
