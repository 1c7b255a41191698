import { and, eq, isNull, like } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#app/audit/record.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { dispute } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { sendEvidence } from './evidence.job.server.ts';
import type { disputeAnswer } from './schema.ts';

/** Whether the bank still wants an answer; it accepts only one. @param status as Stripe names it */
export const wantsAnswer = (status: string): boolean => status.endsWith('needs_response');

/** Disputes that an administrator can still answer. */
export const unansweredDisputes = () =>
  db
    .select({ id: dispute.id })
    .from(dispute)
    .where(and(isNull(dispute.evidence), like(dispute.status, '%needs\\_response')));

/** The counted data of a disputed call. */
export type Counted = {
  /** `2026-11-25` */
  serviceDate: string;
  /** The meter's strip, in words. */
  log: string;
};

/**
 * Stores the answer to a dispute, once; a job sends it to the bank through Stripe.
 * @throws ProtocolError FORBIDDEN unless the viewer administers; CONFIRM_AGAIN; NOT_FOUND; WRONG_STATE if it was
 * already answered or no answer is wanted
 */
export async function answerDispute(
  viewer: SignedIn,
  disputeId: string,
  { text }: z.output<typeof disputeAnswer>,
  counted: Counted,
): Promise<void> {
  if (!viewer.authorities.has('ADMINISTER')) throw forbidden(viewer);
  requireConfirmed(viewer);
  await inTransaction(async (tx) => {
    const isIt = eq(dispute.id, disputeId);
    const [row] = await tx.select().from(dispute).where(isIt).for('update');
    if (!row) throw new ProtocolError('NOT_FOUND');
    if (row.evidence || !wantsAnswer(row.status)) throw new ProtocolError('WRONG_STATE');
    await tx
      .update(dispute)
      .set({ evidence: { ...counted, text } })
      .where(and(isIt, isNull(dispute.evidence)));
    await enqueue(tx, sendEvidence, { id: disputeId });
    await recordAudit(tx, {
      ...{ action: 'DECIDE', entity: 'dispute', rowId: disputeId },
      before: { status: row.status },
      after: { status: row.status, text },
    });
  });
}
