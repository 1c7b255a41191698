import { and, eq, exists, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#app/audit/record.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { tellOfComplaint } from '#app/marketplace/complaints/tell-of-complaint.server.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { complaint, stream } from '#db/schema/index.ts';
import { isChargeable } from '#protocol/charge.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { lockCall, refuseOver } from './complain.server.ts';
import { chargeNow, giveBack } from './give-back.server.ts';
import type { complaintAnswer, complaintDecision } from './schema.ts';

/**
 * Records a streamer's answer to a complaint and gives back at once what they concede. Conceding everything closes the
 * complaint; otherwise an administrator decides.
 * @throws ProtocolError NOT_FOUND; WRONG_STATE once it is answered or decided, and as `giveBack`; INVALID_DATA for more
 * than was wanted
 */
export function answerComplaint(
  viewer: SignedIn,
  complaintId: string,
  { answer, conceded }: z.output<typeof complaintAnswer>,
): Promise<void> {
  return inTransaction(async (tx) => {
    const { call, row } = await lockComplaint(tx, complaintId, eq(stream.producerId, viewer.id));
    if (row.status !== 'OPEN') throw new ProtocolError('WRONG_STATE');
    refuseOver('conceded', conceded, row.wanted);
    // A rest below the minimum charge is waived too. A complaint that asks for no money is still decided by an
    // administrator.
    const isOver =
      row.wanted > 0 && (conceded === row.wanted || !isChargeable(row.charge - conceded, call.currency));
    await giveBack(tx, call, { amount: conceded, reason: answer, byId: viewer.id });
    await tx
      .update(complaint)
      .set({ status: isOver ? 'ACCEPTED' : 'DECLINED', answer, conceded, answeredAt: sql`now()` })
      .where(eq(complaint.id, row.id));
    if (isOver) await chargeNow(tx, call);
    await tellOfComplaint(tx, row.id, call, isOver ? 'complaintAccepted' : 'complaintDeclined');
  });
}

/**
 * Records an administrator's decision of a complaint: the total given back, including what the streamer concedes.
 * @throws ProtocolError FORBIDDEN unless the viewer administers; CONFIRM_AGAIN; NOT_FOUND; WRONG_STATE once it is
 * accepted or decided, and as `giveBack`; INVALID_DATA for more than the call costs, or less than the streamer concedes
 */
export async function decideComplaint(
  viewer: SignedIn,
  complaintId: string,
  { decided, reason }: z.output<typeof complaintDecision>,
): Promise<void> {
  if (!viewer.authorities.has('ADMINISTER')) throw forbidden(viewer);
  requireConfirmed(viewer);
  await inTransaction(async (tx) => {
    const { call, row } = await lockComplaint(tx, complaintId);
    if (row.status !== 'OPEN' && row.status !== 'DECLINED') throw new ProtocolError('WRONG_STATE');
    const conceded = row.conceded ?? 0;
    refuseOver('decided', decided, row.charge);
    if (decided < conceded)
      throw new ProtocolError('INVALID_DATA', [
        {
          path: 'decided',
          message: `is less than ${conceded}`,
          problem: { kind: 'atLeast', limit: conceded },
        },
      ]);
    await giveBack(tx, call, { amount: decided - conceded, reason, byId: viewer.id });
    await tx
      .update(complaint)
      .set({ status: 'DECIDED', reason, decided, decidedById: viewer.id, decidedAt: sql`now()` })
      .where(eq(complaint.id, row.id));
    await recordAudit(tx, {
      ...{ action: 'DECIDE', entity: 'complaint', rowId: row.id },
      before: { status: row.status, decided: null },
      after: { status: 'DECIDED', decided, reason },
    });
    await chargeNow(tx, call);
    await tellOfComplaint(tx, row.id, call, 'complaintDecided');
  });
}

/** @param ofCall condition on the call @throws ProtocolError NOT_FOUND */
async function lockComplaint(tx: Transaction, id: string, ofCall?: ReturnType<typeof eq>) {
  const itsCall = exists(
    db
      .select({ one: sql`1` })
      .from(complaint)
      .where(and(eq(complaint.streamId, stream.id), eq(complaint.id, id))),
  );
  const call = await lockCall(tx, and(itsCall, ofCall));
  const [row] = await tx.select().from(complaint).where(eq(complaint.id, id)).for('update');
  if (!row) throw new ProtocolError('NOT_FOUND');
  return { call, row };
}
