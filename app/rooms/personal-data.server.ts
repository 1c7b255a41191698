import { and, desc, eq, getTableColumns, inArray, or } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { inPages } from '#app/platform/in-pages.server.ts';
import { callSample, channel } from '#db/schema/index.ts';

/** Rooms per page: a long call has thousands of samples. */
const ROOMS = 50;

/** A user's rooms, with the call health on the user's side. */
export function roomData(userId: string) {
  return { rooms: inPages((limit, offset) => roomsOf(userId, limit, offset), ROOMS) };
}

async function roomsOf(userId: string, limit: number, offset: number) {
  const rows = await db
    .select()
    .from(channel)
    .where(or(eq(channel.hostUserId, userId), eq(channel.guestUserId, userId)))
    .orderBy(desc(channel.createdAt), desc(channel.id))
    .limit(limit)
    .offset(offset);
  const qualities = new Map(rows.map(({ id }): [string, unknown[]] => [id, []]));
  for (const { channelId, sample } of await callHealthOf(userId, [...qualities.keys()]))
    qualities.get(channelId)?.push(sample);
  // The location belongs to the host's personal data, and each person's identity to their own.
  return rows.map(
    ({
      hostUserId,
      guestUserId,
      guestReservedFor,
      hostKey,
      guestKey,
      nodeId,
      placedUntil,
      owner,
      hostHere,
      guestHere,
      ...own
    }) => {
      const { latitude, longitude, ...room } = own;
      const quality = qualities.get(room.id);
      return hostUserId === userId
        ? { ...room, seat: 'host', latitude, longitude, quality }
        : { ...room, seat: 'guest', quality };
    },
  );
}

/** Samples of the call health on the user's side of some rooms. */
function callHealthOf(userId: string, rooms: string[]) {
  const { channelId, seat, ...sample } = getTableColumns(callSample);
  return db
    .select({ channelId, sample })
    .from(callSample)
    .innerJoin(channel, eq(channel.id, channelId))
    .where(
      and(
        inArray(channelId, rooms),
        or(
          and(eq(channel.hostUserId, userId), eq(seat, 'host')),
          and(eq(channel.guestUserId, userId), eq(seat, 'guest')),
        ),
      ),
    )
    .orderBy(callSample.at);
}
