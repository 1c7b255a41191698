import { asc, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob, enqueue } from '#app/platform/jobs/job.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { WEBHOOK_DUE, webhookDelivery } from '#db/schema/index.ts';
import { sendWebhook } from './send.job.server.ts';

/** In one transaction. */
const AT_ONCE = 500;

/** Enqueues what the triggers have written and no one has enqueued yet, each once among all servers. */
async function queueDue(): Promise<void> {
  const queued = await inTransaction(async (tx) => {
    const due = await tx
      .select({ id: webhookDelivery.id })
      .from(webhookDelivery)
      .where(isNull(webhookDelivery.queuedAt))
      .orderBy(asc(webhookDelivery.createdAt))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    const ids = due.map(({ id }) => id);
    await tx.update(webhookDelivery).set({ queuedAt: sql`now()` }).where(inArray(webhookDelivery.id, ids));
    for (const deliveryId of ids) await enqueue(tx, sendWebhook, { deliveryId, attempt: 0 });
    return ids.length;
  });
  if (queued === AT_ONCE) await queueDue();
}

/** What a notification that got lost has left. */
export const queueWebhooks = defineJob({
  name: 'queue-webhooks',
  data: z.object({}),
  schedule: '* * * * *',
  run: queueDue,
});

/** Enqueues webhooks as soon as there are any, from now on. Triggers cannot: they know no table of jobs. */
export async function watchWebhooks(): Promise<void> {
  const queue = () =>
    void queueDue().catch((error: unknown) =>
      logger.warn({ err: error }, 'webhooks wait for the next sweep'),
    );
  await db.$client.listen(WEBHOOK_DUE, queue, queue);
}
