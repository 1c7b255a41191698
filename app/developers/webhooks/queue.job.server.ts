import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { user, WEBHOOK_DUE, webhook, webhookDelivery } from '#db/schema/index.ts';
import { enqueueDelivery } from './send.job.server.ts';

/** Deliveries enqueued in one transaction. */
const AT_ONCE = 500;

/**
 * Enqueues the deliveries written by triggers and not enqueued yet, each once across all servers. Deliveries of a
 * suspended user wait until the suspension ends.
 */
async function queueDue(): Promise<void> {
  const queued = await inTransaction(async (tx) => {
    const due = await tx
      .select({
        deliveryId: webhookDelivery.id,
        attempt: webhookDelivery.attempts,
        ownerId: webhook.userId,
      })
      .from(webhookDelivery)
      .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
      .innerJoin(user, and(eq(user.id, webhook.userId), isNull(user.suspendedAt)))
      .where(isNull(webhookDelivery.queuedAt))
      .orderBy(asc(webhookDelivery.createdAt))
      .limit(AT_ONCE)
      .for('update', { of: webhookDelivery, skipLocked: true });
    const ids = due.map(({ deliveryId }) => deliveryId);
    await tx.update(webhookDelivery).set({ queuedAt: sql`now()` }).where(inArray(webhookDelivery.id, ids));
    for (const { ownerId, ...one } of due) await enqueueDelivery(tx, one, ownerId);
    return ids.length;
  });
  if (queued === AT_ONCE) await queueDue();
}

/** Sweeps up deliveries whose notification was lost. */
export const queueWebhooks = defineJob({
  name: 'queue-webhooks',
  data: z.object({}),
  schedule: '* * * * *',
  run: queueDue,
});

/**
 * Starts enqueuing webhooks as soon as they are written. Triggers cannot enqueue them, as they do not know the job
 * table.
 */
export async function watchWebhooks(): Promise<void> {
  const queue = () =>
    void queueDue().catch((error: unknown) =>
      logger.warn({ err: error }, 'webhooks wait for the next sweep'),
    );
  await db.$client.listen(WEBHOOK_DUE, queue, queue);
}
