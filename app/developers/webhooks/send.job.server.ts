import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { defineJob, enqueue } from '#app/platform/jobs/job.server.ts';
import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import { type Outcome, post } from '#app/platform/outbound/post.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { user, webhook, webhookAttempt, webhookDelivery, webhookEvent } from '#db/schema/index.ts';
import { webhookOffEmail } from './send-webhook-off.email.server.ts';
import { secretsOf, signatureOf } from './signature.server.ts';

/** Pauses between the nine attempts, which span a day, in s. */
const PAUSES_S = [10, 60, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 8 * 3_600, 8 * 3_600];

/** Days without a success after which a webhook is switched off. */
const OFF_AFTER_DAYS = 3;

/** Deliveries that all servers together send at once to the webhooks of one owner. */
const PER_OWNER = 2;

/** A webhook that has failed for this long is tried at most once in PROBE_S; its other deliveries wait. */
const BROKEN_AFTER_MS = 10 * 60_000;
const PROBE_S = 60;
/** So that waiting deliveries do not all come at once. */
const SPREAD_S = 240;

const jobData = z.object({ deliveryId: z.uuid(), attempt: z.int() });

/**
 * Sends an event to a webhook. Not retried like other jobs: each attempt is written to the log its owner sees, and
 * enqueues the next. If the process dies between sending and writing, the event is sent again under the same id.
 */
export const sendWebhook = defineJob({
  name: 'send-webhook',
  data: jobData,
  concurrency: 8,
  perGroup: PER_OWNER,
  async run({ deliveryId, attempt }) {
    const [found] = await db
      .select({ hook: webhook, event: webhookEvent, suspendedAt: user.suspendedAt })
      .from(webhookDelivery)
      .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
      .innerJoin(webhookEvent, eq(webhookEvent.id, webhookDelivery.eventId))
      .innerJoin(user, eq(user.id, webhook.userId))
      .where(and(isDue(deliveryId, attempt), eq(webhook.enabled, true)));
    if (!found) return;
    const { hook, event, suspendedAt } = found;
    if (suspendedAt) {
      // Enqueued again once the suspension ends.
      await db.update(webhookDelivery).set({ queuedAt: null }).where(isDue(deliveryId, attempt));
      return;
    }
    if (isBroken(hook) && !(await mayProbe(hook.id))) {
      const startAfter = PROBE_S + Math.round(Math.random() * SPREAD_S);
      await enqueueDelivery(db, { deliveryId, attempt }, hook.userId, startAfter);
      return;
    }
    const { id, type, createdAt, data } = event;
    const body = JSON.stringify({ id, type, createdAt, data });
    const startedAt = performance.now();
    const seconds = Math.floor(Date.now() / 1000);
    const outcome = await post(hook.url, {
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Panocall-Webhooks',
        'Panocall-Signature': signatureOf(secretsOf(hook.id), body, seconds),
      },
      allowed: env.WEBHOOK_HOSTS,
    });
    const durationMs = Math.round(performance.now() - startedAt);
    await inTransaction((tx) => write(tx, { deliveryId, attempt }, hook.userId, { ...outcome, durationMs }));
  },
});

/** Enqueues an attempt of a delivery. @param startAfter in s */
export const enqueueDelivery = (
  on: Database | Transaction,
  data: z.input<typeof jobData>,
  ownerId: string,
  startAfter = 0,
): Promise<void> => enqueue(on, sendWebhook, data, { startAfter, group: { id: ownerId } });

const isBroken = ({ failingSince }: typeof webhook.$inferSelect): boolean =>
  failingSince !== null && Date.now() - failingSince.getTime() > BROKEN_AFTER_MS;

/** Whether a webhook that has failed for long may be tried now; at most one caller may. */
async function mayProbe(webhookId: string): Promise<boolean> {
  const isTime = sql`coalesce(${webhook.probedAt} < now() - ${PROBE_S} * interval '1 s', true)`;
  const probed = await db
    .update(webhook)
    .set({ probedAt: sql`now()` })
    .where(and(eq(webhook.id, webhookId), isTime))
    .returning({ id: webhook.id });
  return probed.length > 0;
}

/** Condition: the delivery has not arrived, and no later attempt was made. */
const isDue = (deliveryId: string, attempt: number) =>
  and(
    eq(webhookDelivery.id, deliveryId),
    eq(webhookDelivery.status, 'PENDING'),
    eq(webhookDelivery.attempts, attempt),
  );

async function write(
  tx: Transaction,
  { deliveryId, attempt }: z.output<typeof jobData>,
  ownerId: string,
  { status, problem, durationMs }: Outcome & { durationMs: number },
): Promise<void> {
  const arrived = status !== null && status >= 200 && status < 300;
  const pauseS = PAUSES_S[attempt];
  const [written] = await tx
    .update(webhookDelivery)
    .set({
      attempts: attempt + 1,
      status: arrived ? 'DELIVERED' : pauseS === undefined ? 'FAILED' : 'PENDING',
    })
    .where(isDue(deliveryId, attempt))
    .returning({ webhookId: webhookDelivery.webhookId });
  // The delivery was deleted, or sent again by its owner, meanwhile.
  if (!written) return;
  await tx.insert(webhookAttempt).values({ deliveryId, status, problem, durationMs });
  const itself = eq(webhook.id, written.webhookId);
  if (arrived) {
    await tx.update(webhook).set({ failingSince: null }).where(itself);
    return;
  }
  if (pauseS !== undefined) await enqueueDelivery(tx, { deliveryId, attempt: attempt + 1 }, ownerId, pauseS);
  await tx
    .update(webhook)
    .set({ failingSince: sql`now()` })
    .where(and(itself, isNull(webhook.failingSince)));
  const [off] = await tx
    .update(webhook)
    .set({ enabled: false, version: sql`${webhook.version} + 1`, updatedAt: sql`now()` })
    .where(
      and(
        itself,
        eq(webhook.enabled, true),
        sql`${webhook.failingSince} < now() - ${OFF_AFTER_DAYS} * interval '1 day'`,
      ),
    )
    .returning({ webhookId: webhook.id });
  if (off) await enqueueEmail(tx, webhookOffEmail, off);
}
