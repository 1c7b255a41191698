import { and, desc, eq, getTableColumns, or } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { callSample, channel } from '#db/schema/index.ts';

/** Rooms in which someone has had a seat, with how well its calls went for them. */
export async function roomData(userId: string) {
  const [rows, callHealth] = await Promise.all([
    db
      .select()
      .from(channel)
      .where(or(eq(channel.hostUserId, userId), eq(channel.guestUserId, userId)))
      .orderBy(desc(channel.createdAt)),
    callHealthOf(userId),
  ]);
  // The location is the host's personal data, and each participant's identity is their own.
  const rooms = rows.map(
    ({ hostUserId, guestUserId, guestReservedFor, hostKey, guestKey, nodeId, ...own }) => {
      const { latitude, longitude, ...room } = own;
      const went = callHealth.filter(({ channelId }) => channelId === room.id).map(({ sample }) => sample);
      return hostUserId === userId
        ? { ...room, seat: 'host', latitude, longitude, quality: went }
        : { ...room, seat: 'guest', quality: went };
    },
  );
  return { rooms };
}

/** How well calls went for this side. */
function callHealthOf(userId: string) {
  const { channelId, seat, ...sample } = getTableColumns(callSample);
  return db
    .select({ channelId, sample })
    .from(callSample)
    .innerJoin(channel, eq(channel.id, channelId))
    .where(
      or(
        and(eq(channel.hostUserId, userId), eq(seat, 'host')),
        and(eq(channel.guestUserId, userId), eq(seat, 'guest')),
      ),
    )
    .orderBy(callSample.at);
}
