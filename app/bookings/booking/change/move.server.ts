import { and, eq, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { isMovable } from '#app/marketplace/terms.ts';
import type { Transaction } from '#db/client.ts';
import { booking } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type OwnBooking, readOwnBooking } from '../own-bookings.server.ts';
import type { NewBooking } from '../schema.ts';
import type { Selection } from '../selection.ts';

/** A booking that its reader wants at another time. */
export type Moving = Pick<OwnBooking, 'id' | 'startAt' | 'endAt' | 'amount' | 'currency'> & {
  /** Whether they may, and have not chosen another one. */
  isMovable: boolean;
};

/** @throws ProtocolError NOT_FOUND for one that is not theirs, or another streamer's */
export async function readMoving(viewer: SignedIn, bookingId: string, producerId: string): Promise<Moving> {
  const found = await readOwnBooking(viewer, bookingId);
  if (found.side !== 'consumer' || found.producerId !== producerId) throw new ProtocolError('NOT_FOUND');
  const { id, startAt, endAt, amount, currency, next } = found;
  return { id, startAt, endAt, amount, currency, isMovable: !next && isMovable(found, Date.now()) };
}

/** What another booking in a booking's place has of it. */
type Moved = Pick<typeof booking.$inferInsert, 'movedFrom' | 'appointmentId' | 'version'>;

/**
 * Locks the booking of a person's that another one is to move.
 * @throws ProtocolError NOT_FOUND for one that is not theirs, or another streamer's; WRONG_STATE if it cannot be moved any
 * more, or another time was chosen already; INVALID_DATA for the time that it has
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
  // Of one that is moving another itself, the time of that one would be let go in vain.
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
  // Calendars take the newer one of two with the same name.
  return { movedFrom, appointmentId: moved.appointmentId ?? moved.id, version: moved.version + 1 };
}
