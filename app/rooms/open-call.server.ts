import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { booking, channel, stream } from '#db/schema/index.ts';
import { mayReturn } from './rooms.server.ts';

/** A paid call that has not ended, for either of its two people. */
export type OpenCall = {
  /** Leads to it, without the language. */
  path: string;
  /** Whether they have been in it. */
  entered: boolean;
};

/** No paid call lasts longer. */
const LONGEST = sql`interval '1 day'`;

/** The paid call that someone is in, or can go on with; null without one. Queries nothing if no one is logged in. */
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
  if (canBeEntered(room)) return { path: `/room/${seat}/${room.token}?skip=true`, entered };
  // Its page leads into another room, until its time is over.
  return bookingId ? { path: `/personal/booking/${bookingId}`, entered } : null;
}

/** Whether the two people of a paid call can enter its room, or go on with a call that has ended there. */
function canBeEntered(room: typeof channel.$inferSelect): boolean {
  if (room.endedAt !== null) return mayReturn(room);
  return room.status !== 'CREATED' || room.expiresAt > new Date();
}
