import { and, desc, eq, getTableColumns, or } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { callSample, channel } from '#db/schema/index.ts';

/** A user's rooms, with the call health on the user's side. */
export async function roomData(userId: string) {
  const [rows, callHealth] = await Promise.all([
    db
      .select()
      .from(channel)
      .where(or(eq(channel.hostUserId, userId), eq(channel.guestUserId, userId)))
      .orderBy(desc(channel.createdAt)),
    callHealthOf(userId),
  ]);
  // The location belongs to the host's personal data, and each person's identity to their own.
  const rooms = rows.map(
    ({
      hostUserId,
      guestUserId,
      guestReservedFor,
      hostKey,
      guestKey,
      nodeId,
      placedUntil,
      owner,
      ...own
    }) => {
      const { latitude, longitude, ...room } = own;
      const went = callHealth.filter(({ channelId }) => channelId === room.id).map(({ sample }) => sample);
      return hostUserId === userId
        ? { ...room, seat: 'host', latitude, longitude, quality: went }
        : { ...room, seat: 'guest', quality: went };
    },
  );
  return { rooms };
}

/** Samples of the call health on the user's side. */
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
