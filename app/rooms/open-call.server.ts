import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { booking, channel, stream } from '#db/schema/index.ts';
import { canRejoin } from './rooms.server.ts';

/** A paid call that has not ended, for its streamer or customer. */
export type OpenCall = {
  /** Path of its page, without the language. */
  path: string;
  /** Whether this person has been in the call. */
  entered: boolean;
  /** Which text tells of it: `call.ended` once it was left, while it can be continued. */
  text: 'call.open' | 'call.ended';
};

/** Upper limit on the length of a paid call. */
const LONGEST = sql`interval '1 day'`;

/** The paid call that the viewer is in or can continue; null without one. Queries nothing if no one is logged in. */
export async function openCall(viewer: Viewer): Promise<OpenCall | null> {
  if (!viewer) return null;
  const [found] = await db
    .select({ room: channel, producerId: stream.producerId, bookingId: stream.bookingId })
    .from(stream)
    .innerJoin(channel, eq(channel.streamId, stream.id))
    .leftJoin(booking, eq(booking.id, stream.bookingId))
    .where(
      and(
        or(eq(stream.producerId, viewer.id), eq(stream.consumerId, viewer.id)),
        gt(stream.createdAt, sql`now() - ${LONGEST}`),
        isNull(stream.endedAt),
        gt(channel.endsAt, sql`now()`),
        or(isNull(booking.id), eq(booking.status, 'CONFIRMED')),
      ),
    )
    .orderBy(desc(channel.createdAt))
    .limit(1);
  if (!found) return null;
  const { room, producerId, bookingId } = found;
  const seat = producerId === viewer.id ? 'host' : 'guest';
  const entered = seat === 'host' ? room.cameraType !== null : room.guestKey !== null;
  const text = room.endedAt ? 'call.ended' : 'call.open';
  if (canBeEntered(room)) return { path: `/room/${seat}/${room.token}?skip=true`, entered, text };
  // The booking's page leads to a new room until its time is over.
  return bookingId ? { path: `/personal/booking/${bookingId}`, entered, text: 'call.open' } : null;
}

/** Whether the streamer and customer of a paid call can enter its room, or continue an ended call there. */
function canBeEntered(room: typeof channel.$inferSelect): boolean {
  if (room.endedAt !== null) return canRejoin(room);
  return room.status !== 'CREATED' || room.expiresAt > new Date();
}
