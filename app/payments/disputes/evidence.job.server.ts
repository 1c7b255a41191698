import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { dispute } from '#db/schema/index.ts';
import { callStripe, isRefused } from '../stripe/client.server.ts';
import { refreshDispute } from './dispute.server.ts';

/**
 * Sends the answer to a dispute to the bank. Stripe accepts only one, so an answer already submitted is not sent again.
 */
export const sendEvidence = defineJob({
  name: 'dispute-evidence',
  data: z.object({ id: z.uuid() }),
  async run({ id }) {
    const waits = and(eq(dispute.id, id), isNotNull(dispute.evidence), isNull(dispute.evidenceSentAt));
    const [row] = await db.select().from(dispute).where(waits);
    if (!row?.evidence) return;
    const { stripeId, evidence } = row;
    const { evidence_details } = await callStripe((stripe) => stripe.disputes.retrieve(stripeId));
    if (evidence_details.submission_count === 0) await submit(stripeId, evidence);
    await db.update(dispute).set({ evidenceSentAt: sql`now()` }).where(waits);
    await refreshDispute(stripeId);
  },
});

async function submit(
  stripeId: string,
  { serviceDate, log, text }: NonNullable<typeof dispute.$inferSelect.evidence>,
): Promise<void> {
  const evidence = {
    product_description: 'A live video call, paid by what was delivered.',
    service_date: serviceDate,
    access_activity_log: log,
    uncategorized_text: text,
  };
  try {
    await callStripe((stripe) =>
      stripe.disputes.update(
        stripeId,
        { evidence, submit: true },
        { idempotencyKey: `evidence:${stripeId}` },
      ),
    );
  } catch (error) {
    // The dispute was decided meanwhile, or its deadline has passed.
    if (!isRefused(error)) throw error;
  }
}
