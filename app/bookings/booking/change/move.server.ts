import { and, eq, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { isMovable } from '#app/marketplace/terms.ts';
import type { Transaction } from '#db/client.ts';
import { booking } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type OwnBooking, readOwnBooking } from '../own-bookings.server.ts';
import type { NewBooking } from '../schema.ts';
import type { Selection } from '../selection.ts';

/** A booking that the viewer wants to move. */
export type Moving = Pick<OwnBooking, 'id' | 'startAt' | 'endAt' | 'amount' | 'currency'> & {
  /** Whether it may be moved, and no other time has been chosen yet. */
  isMovable: boolean;
};

/** @throws ProtocolError NOT_FOUND for one that is not theirs, or another streamer's */
export async function readMoving(viewer: SignedIn, bookingId: string, producerId: string): Promise<Moving> {
  const found = await readOwnBooking(viewer, bookingId);
  if (found.side !== 'consumer' || found.producerId !== producerId) throw new ProtocolError('NOT_FOUND');
  const { id, startAt, endAt, amount, currency, next } = found;
  return { id, startAt, endAt, amount, currency, isMovable: !next && isMovable(found, Date.now()) };
}

/** Values that a replacing booking takes over. */
type Moved = Pick<typeof booking.$inferInsert, 'movedFrom' | 'appointmentId' | 'version'>;

/**
 * Locks a person's booking that a new one will replace.
 * @throws ProtocolError NOT_FOUND for one that is not theirs, or another streamer's; WRONG_STATE if it can no longer be
 * moved, or another time was already chosen; INVALID_DATA for its present time
 */
export async function lockMoved(
  tx: Transaction,
  viewer: SignedIn,
  { movedFrom, producerId }: NewBooking,
  chosen: Selection,
): Promise<Moved> {
  if (!movedFrom) return {};
  const isIt = and(eq(booking.id, movedFrom), eq(booking.consumerId, viewer.id));
  const [moved] = await tx
    .select()
    .from(booking)
    .where(and(isIt, eq(booking.producerId, producerId)))
    .for('update');
  if (!moved) throw new ProtocolError('NOT_FOUND');
  if (moved.outcome || !isMovable(moved, Date.now())) throw new ProtocolError('WRONG_STATE');
  const isOther = and(
    eq(booking.movedFrom, movedFrom),
    sql`${booking.status} in ('PAYING', 'WAITING', 'CONFIRMED')`,
  );
  // If this booking itself is still to replace another one, replacing it would end that one as well.
  const movesAnother = moved.movedFrom
    ? await tx.$count(
        booking,
        and(eq(booking.id, moved.movedFrom), sql`${booking.status} in ('WAITING', 'CONFIRMED')`),
      )
    : 0;
  if (movesAnother + (await tx.$count(booking, isOther)) > 0) throw new ProtocolError('WRONG_STATE');
  if (moved.startAt.getTime() === chosen.startAt && moved.endAt.getTime() === chosen.endAt)
    throw new ProtocolError('INVALID_DATA', [
      { path: 'slots', message: 'are the time that it has', problem: { kind: 'impossible' } },
    ]);
  // The higher version makes calendars replace their entry with the same UID.
  return { movedFrom, appointmentId: moved.appointmentId ?? moved.id, version: moved.version + 1 };
}
