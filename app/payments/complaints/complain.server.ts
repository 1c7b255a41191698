import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { tellOfComplaint } from '#app/marketplace/complaints/tell-of-complaint.server.ts';
import { lockPaidFor } from '#app/marketplace/paid-for.server.ts';
import { TERMS } from '#app/marketplace/terms.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking, callRequest, complaint, stream } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { isDisputed, postponeCapture } from './give-back.server.ts';
import type { newComplaint } from './schema.ts';

/** Deadline for the payer's complaint, in queries of `stream`; null until the call is settled. */
export const complaintUntil = sql<Date | null>`case when ${stream.endedAt} is not null then
  coalesce((select b.end_at + coalesce((b.terms->>'complaintHours')::integer, ${TERMS.complaintHours}::integer) * interval '1 hour'
      from ${booking} b where b.id = ${stream.bookingId}),
    ${stream.endedAt} + (select r.complaint_hours from ${callRequest} r where r.id = ${stream.requestId}) * interval '1 hour') end`.mapWith(
  stream.endedAt,
);

/**
 * Files the payer's complaint about a call. Holds are not captured until it is decided or the hold is about to end.
 * @returns the complaint's id
 * @throws ProtocolError NOT_FOUND; INVALID_DATA for more than the call costs; ALREADY_EXISTS; WRONG_STATE if the call
 * costs nothing, is not settled yet, is past the deadline, or is disputed at the bank
 */
export function complain(
  viewer: SignedIn,
  streamId: string,
  { kind, text, wanted }: z.output<typeof newComplaint>,
): Promise<string> {
  return inTransaction(async (tx) => {
    const call = await lockCall(tx, and(eq(stream.id, streamId), eq(stream.consumerId, viewer.id)));
    const [open] = await tx
      .select({ is: sql<boolean>`coalesce(${complaintUntil} > now(), false)` })
      .from(stream)
      .where(eq(stream.id, call.id));
    const { charge } = call;
    if (!open?.is || !charge || (await isDisputed(tx, call))) throw new ProtocolError('WRONG_STATE');
    refuseOver('wanted', wanted, charge);
    const [made] = await tx
      .insert(complaint)
      .values({ streamId: call.id, kind, text, charge, wanted })
      .onConflictDoNothing()
      .returning();
    if (!made) throw new ProtocolError('ALREADY_EXISTS');
    await postponeCapture(tx, call);
    await tellOfComplaint(tx, made.id, call, 'complaintMade');
    return made.id;
  });
}

/**
 * Reads a call after locking its booking or request, which everything that moves its money locks first.
 * @throws ProtocolError NOT_FOUND
 */
export async function lockCall(tx: Transaction, condition: ReturnType<typeof and>) {
  const [found] = await tx.select().from(stream).where(condition);
  if (!found) throw new ProtocolError('NOT_FOUND');
  await lockPaidFor(tx, found);
  const [call] = await tx.select().from(stream).where(eq(stream.id, found.id));
  if (!call) throw new ProtocolError('NOT_FOUND');
  return call;
}

/** @throws ProtocolError INVALID_DATA */
export function refuseOver(path: string, amount: number, limit: number): void {
  if (amount > limit)
    throw new ProtocolError('INVALID_DATA', [
      { path, message: `is more than ${limit}`, problem: { kind: 'atMost', limit } },
    ]);
}
