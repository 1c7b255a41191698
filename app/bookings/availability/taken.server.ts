import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Audience } from '#app/http/viewers/viewer.ts';
import type { Database, Transaction } from '#db/client.ts';
import { booking, busy } from '#db/schema/index.ts';
import { type Stretch, Timeline } from './hours.server.ts';
import type { SlotState } from './slot-schema.ts';

/** A period in which the streamer or the viewer is taken. */
export type Taken = {
  userId: string;
  producerId: string | null;
  consumerId: string | null;
  from: number;
  /** Includes the rest time of the booking's streamer. */
  to: number;
  /** Null for a call that was not booked. */
  endAt: Date | null;
};

/**
 * Reads the taken periods of streamers and the viewer within a range.
 * @param moving a booking of the viewer's that does not count
 */
export function readTaken(
  on: Database | Transaction,
  viewer: Audience,
  producerIds: readonly string[],
  range: Stretch,
  moving?: string,
): Promise<Taken[]> {
  const isMoved =
    viewer && moving ? and(eq(booking.id, moving), eq(booking.consumerId, viewer.id)) : undefined;
  const epochMs = (bound: 'lower' | 'upper') =>
    sql`extract(epoch from ${sql.raw(bound)}(${busy.period})) * 1000`.mapWith(Number);
  const within = sql`tstzrange(${new Date(range.from).toISOString()}, ${new Date(range.to).toISOString()})`;
  return on
    .select({
      userId: busy.userId,
      producerId: booking.producerId,
      consumerId: booking.consumerId,
      from: epochMs('lower'),
      to: epochMs('upper'),
      endAt: booking.endAt,
    })
    .from(busy)
    .leftJoin(booking, eq(booking.id, busy.bookingId))
    .where(
      and(
        inArray(busy.userId, viewer ? [...producerIds, viewer.id] : [...producerIds]),
        sql`${busy.period} && ${within}`,
        // Null for periods without a booking.
        isMoved && sql`(${isMoved}) is not true`,
      ),
    );
}

/**
 * Tells the state of an offered slot as shown to the viewer.
 * @param restMs the streamer's rest after a booking: a slot is unavailable if its rest would overlap the next booking
 */
export function statesOf(
  taken: readonly Taken[],
  viewer: Audience,
  producerId: string,
  restMs: number,
): (slot: Stretch) => SlotState {
  const timeline = new Timeline(taken);
  return (slot) => {
    let state: SlotState = 'AVAILABLE';
    for (const one of timeline.overlapping({ from: slot.from, to: slot.to + restMs })) {
      const meets = one.from < slot.to;
      const isBooking = one.producerId === producerId && one.endAt && one.endAt.getTime() > slot.from;
      if (one.userId !== producerId) {
        if (meets) state = 'UNAVAILABLE';
      } else if (meets && isBooking) {
        return viewer && one.consumerId === viewer.id ? 'YOURS' : 'BOOKED';
      } else {
        state = 'UNAVAILABLE';
      }
    }
    return state;
  };
}
