import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#app/audit/record.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { changeBookings } from '#app/marketplace/bookings/change-bookings.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { booking } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { adminCancellation } from '../schema.ts';

/**
 * Cancels two people's booking before it starts, as an administrator: nothing is charged, and both are told the reason.
 * @throws ProtocolError FORBIDDEN unless the viewer administers; CONFIRM_AGAIN; NOT_FOUND; WRONG_STATE unless it waits
 * or is confirmed, or if it has started
 */
export async function cancelAsAdmin(
  viewer: SignedIn,
  id: string,
  { reason }: z.output<typeof adminCancellation>,
): Promise<void> {
  if (!viewer.authorities.has('ADMINISTER')) throw forbidden(viewer);
  requireConfirmed(viewer);
  await inTransaction(async (tx) => {
    const [row] = await tx.select().from(booking).where(eq(booking.id, id)).for('update');
    if (!row) throw new ProtocolError('NOT_FOUND');
    const { status } = row;
    if (status !== 'WAITING' && status !== 'CONFIRMED') throw new ProtocolError('WRONG_STATE');
    const isToCome = and(eq(booking.id, id), gt(booking.startAt, sql`now()`));
    const after = { status: 'CANCELLED', endedReason: 'ADMIN', endedNote: reason } as const;
    if ((await changeBookings(tx, status, isToCome, after)) === 0) throw new ProtocolError('WRONG_STATE');
    const before = { status, endedReason: null, endedNote: null };
    await recordAudit(tx, { action: 'CANCEL', entity: 'booking', rowId: id, before, after });
  });
}
