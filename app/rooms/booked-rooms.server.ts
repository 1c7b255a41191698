import { desc, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { type booking, channel, stream } from '#db/schema/index.ts';
import { accountKey } from './browser-key.server.ts';
import { lastRegionOf, placeRoom, placing } from './media-nodes.server.ts';
import { canRejoin, newRoomCode } from './rooms.server.ts';

type Booked = Pick<typeof booking.$inferSelect, 'id' | 'endAt' | 'priceMinor' | 'currency'> & {
  producerId: string;
  consumerId: string;
};

/**
 * The room of a booking, with the streamer as host. Creates one unless the last room's call is running or can be
 * continued.
 * @param tx holds the booking's lock, so that concurrent requests get the same room
 * @returns its code
 * @throws ProtocolError UNAVAILABLE if no media server takes rooms, FULL if none has capacity
 */
export async function roomOfBooking(tx: Transaction, booked: Booked): Promise<string> {
  const [last] = await tx
    .select()
    .from(channel)
    .where(eq(channel.bookingId, booked.id))
    .orderBy(desc(channel.createdAt))
    .limit(1);
  if (last && (last.endedAt === null || canRejoin(last))) return last.token;
  const token = newRoomCode();
  const region = await lastRegionOf(booked.producerId, tx);
  const room = {
    token,
    region,
    nodeId: placeRoom({ region, isPaid: true }),
    bookingId: booked.id,
    streamId: await streamOf(tx, booked),
    hostKey: accountKey(booked.producerId),
    hostUserId: booked.producerId,
    guestReservedFor: booked.consumerId,
    expiresAt: booked.endAt,
    endsAt: booked.endAt,
  };
  await placing(tx.insert(channel).values(room));
  return token;
}

/** The paid call all rooms of a booking belong to; created with the first room. @returns its id */
async function streamOf(tx: Transaction, booked: Booked): Promise<string> {
  const { id: bookingId, producerId, consumerId, priceMinor, currency } = booked;
  const [made] = await tx
    .insert(stream)
    .values({ bookingId, producerId, consumerId, priceMinor, currency })
    .onConflictDoUpdate({ target: stream.bookingId, set: { bookingId } })
    .returning({ id: stream.id });
  if (!made) throw new Error(`booking ${bookingId} has no stream`);
  return made.id;
}
