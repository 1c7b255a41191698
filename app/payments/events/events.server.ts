import type Stripe from 'stripe';
import { z } from 'zod';
import { env } from '#app/platform/env.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { stripeEvent } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { stripeLibrary, stripeMode } from '../stripe/client.server.ts';
import { handleEvent } from './event.job.server.ts';

/** What we keep of an event. It is only a hint: the handler reads the object itself. */
export type Hint = { id: string; type: string; objectId: string | null };

/**
 * The two endpoints for events: `payments` receives the site's own, with a copy of the object; `accounts` receives
 * those about streamers' accounts, with only its id.
 */
type EventKind = 'payments' | 'accounts';

const bodySchema = z.object({ livemode: z.boolean() });

/**
 * Receives an event from Stripe.
 * @throws ProtocolError METHOD_NOT_ALLOWED; FORBIDDEN if Stripe did not sign it within the last five minutes, or if it
 * is of another mode; PAYMENTS_OFF; database errors, so that Stripe sends it again
 */
export async function receiveEvent(kind: EventKind, request: Request): Promise<void> {
  if (request.method !== 'POST') throw new ProtocolError('METHOD_NOT_ALLOWED');
  // Unparsed, as the signature covers the raw bytes.
  const body = await request.text();
  const hint = verified(kind, body, request.headers.get('Stripe-Signature') ?? '');
  const { livemode } = bodySchema.parse(JSON.parse(body));
  if (livemode !== (stripeMode === 'LIVE')) throw new ProtocolError('FORBIDDEN');
  await keepEvents([hint]);
}

/** @throws ProtocolError FORBIDDEN, PAYMENTS_OFF */
function verified(kind: EventKind, body: string, signature: string): Hint {
  const stripe = stripeLibrary();
  const secrets = (kind === 'payments' ? env.STRIPE_WEBHOOK_SECRET : env.STRIPE_ACCOUNTS_SECRET) ?? [];
  for (const secret of secrets) {
    try {
      return kind === 'payments'
        ? hintOf(stripe.webhooks.constructEvent(body, signature, secret))
        : accountHint(stripe.parseEventNotification(body, signature, secret));
    } catch (error) {
      logger.debug({ err: error, kind }, 'event not verified');
    }
  }
  throw new ProtocolError('FORBIDDEN');
}

const aboutSchema = z.object({
  id: z.string().optional(),
  object: z.string().optional(),
  customer: z.string().nullish(),
  payment_intent: z.string().nullish(),
});

/**
 * Extracts the id of the dispute, else of the payment, else of the customer, else of the object itself. A detached card
 * names its customer only among its previous attributes.
 */
export function hintOf({ id, type, data }: Stripe.Event): Hint {
  const about = aboutSchema.parse(data.object);
  const before = aboutSchema.parse(data.previous_attributes ?? {});
  const isItself = about.object === 'payment_intent' || about.object === 'dispute';
  const payment = isItself ? about.id : about.payment_intent;
  return { id, type, objectId: payment ?? about.customer ?? before.customer ?? about.id ?? null };
}

const notificationSchema = z.object({
  id: z.string(),
  type: z.string(),
  related_object: z.object({ id: z.string() }).nullish(),
});

function accountHint(notification: unknown): Hint {
  const { id, type, related_object } = notificationSchema.parse(notification);
  return { id, type, objectId: related_object?.id ?? null };
}

/** Stores events and enqueues their handling, once each. */
export function keepEvents(hints: Hint[]): Promise<void> {
  return inTransaction(async (tx) => {
    for (const hint of hints) {
      const kept = await tx.insert(stripeEvent).values(hint).onConflictDoNothing().returning();
      if (kept.length > 0) await enqueue(tx, handleEvent, { id: hint.id });
    }
  });
}
