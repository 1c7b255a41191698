import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { isKeyValid, type Key } from '#app/http/viewers/api-keys.server.ts';
import { db } from '#app/platform/database.server.ts';
import { hashToken, newToken } from '#app/platform/token.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { apiKey, channel, keyedRoom, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type KeyedRoom, keyedRoomSchema } from '#protocol/keyed-room.ts';
import { roomCodeSchema } from '#protocol/room-code.ts';
import { type madeRoomSchema, type newKeyedRoom, roomFactsSchema } from './keyed-schema.ts';
import { endRoom } from './live-rooms.server.ts';
import { ingestOf, watchOf } from './programs.server.ts';
import { accountOwner, admitRoom } from './room-owner.server.ts';
import { newRoomCode } from './rooms.server.ts';

/**
 * Creates a room with an API key. A media server is chosen once someone enters it.
 * @param origin the site's, for the links. The host's secret is in the fragment, which appears in no request and no
 *   log
 * @throws ProtocolError INVALID_DATA if neither the request nor the key has a return URL; TOO_MANY_ROOMS
 */
export async function makeKeyedRoom(
  key: Key,
  { expiresInMinutes, ...wanted }: z.output<typeof newKeyedRoom>,
  origin: string,
): Promise<z.output<typeof madeRoomSchema>> {
  const { returnUrl } = wanted;
  if (returnUrl !== null && !key.origins.includes(new URL(returnUrl).origin))
    throw new ProtocolError('INVALID_DATA', [
      { path: 'returnUrl', message: "must be of one of the key's origins" },
    ]);
  const code = newRoomCode();
  const claim = newToken();
  const claimHash = hashToken(claim);
  const expiresAt = new Date(Date.now() + expiresInMinutes * 60_000);
  const owner = accountOwner(key.ownerId);
  const id = await inTransaction(async (tx) => {
    await admitRoom(tx, owner);
    const [room] = await tx
      .insert(channel)
      // No browser has this key: `claimHost` lets the first one with the link's secret take the host's seat.
      .values({ token: code, owner: owner?.key, hostKey: `claim:${claimHash}`, expiresAt })
      .returning({ id: channel.id });
    if (!room) throw new Error('The room was not written');
    await tx
      .insert(keyedRoom)
      .values({ ...wanted, channelId: room.id, userId: key.ownerId, keyId: key.id, claimHash });
    return room.id;
  });
  const path = (seat: string) => `${origin}/room/${seat}/${code}`;
  const ingest = wanted.ingest ? await ingestOf(code, origin) : null;
  const watch = wanted.watch ? await watchOf(code, origin) : null;
  const hostUrl = `${path('host')}#claim=${claim}`;
  return { id, code, hostUrl, guestUrl: path('guest'), ingest, watch, expiresAt };
}

const ofCode = (token: string) =>
  eq(keyedRoom.channelId, db.select({ id: channel.id }).from(channel).where(eq(channel.token, token)));

/** Gives the host's seat to the first browser that presents the link's secret. */
export async function claimHost(token: string, claim: string, browser: string): Promise<void> {
  await db
    .update(keyedRoom)
    .set({ claimedBy: browser })
    .where(and(ofCode(token), eq(keyedRoom.claimHash, hashToken(claim)), isNull(keyedRoom.claimedBy)));
}

/** Public settings of a room created with an API key; null for other rooms. */
export async function keyedRoomOf(token: string): Promise<KeyedRoom | null> {
  const { channelId: id, hostName, guestName, returnUrl, projection, quality, ingest, watch } = keyedRoom;
  const [room] = await db
    // Without a valid key, no page may embed its rooms.
    .select({
      ...{ id, hostName, guestName, returnUrl, projection, quality, ingest, watch },
      origins: apiKey.origins,
    })
    .from(keyedRoom)
    .innerJoin(user, eq(user.id, keyedRoom.userId))
    .leftJoin(apiKey, and(eq(apiKey.id, keyedRoom.keyId), isKeyValid))
    .where(ofCode(token));
  return room ? keyedRoomSchema.parse({ ...room, origins: room.origins ?? [] }) : null;
}

/** Narrows columns stored as text. */
const told = roomFactsSchema.pick({ status: true, endReason: true, cameraType: true, videoQuality: true });

/** Finds a room created by a key of the same owner. @throws ProtocolError NOT_FOUND */
async function ownRoom({ ownerId }: Key, id: string) {
  const [room] = await db
    .select({ room: channel, claimedBy: keyedRoom.claimedBy })
    .from(keyedRoom)
    .innerJoin(channel, eq(channel.id, keyedRoom.channelId))
    .where(and(eq(keyedRoom.channelId, id), eq(keyedRoom.userId, ownerId)));
  if (!room) throw new ProtocolError('NOT_FOUND');
  return room;
}

/** @throws ProtocolError NOT_FOUND */
export async function readKeyedRoom(key: Key, roomId: string): Promise<z.output<typeof roomFactsSchema>> {
  const { room, claimedBy } = await ownRoom(key, roomId);
  const { id, createdAt, expiresAt, startedAt, endedAt, guestKey } = room;
  return {
    id,
    createdAt,
    expiresAt,
    startedAt,
    endedAt,
    ...told.parse(room),
    durationMs: startedAt && endedAt && endedAt.getTime() - startedAt.getTime(),
    hostHere: claimedBy !== null,
    guestHere: guestKey !== null,
  };
}

/** Ends a room for both seats. @throws ProtocolError NOT_FOUND, UNAVAILABLE */
export async function endKeyedRoom(key: Key, roomId: string): Promise<void> {
  const { room } = await ownRoom(key, roomId);
  await endRoom(room.id, 'key');
}

/**
 * Origins whose pages may embed a room's page, by the code in its URL. Never rejects: empty while the database is
 * unavailable.
 */
export async function framersOf(code: string): Promise<readonly string[]> {
  const token = roomCodeSchema.safeParse(code);
  if (!token.success) return [];
  return keyedRoomOf(token.data).then(
    (room) => room?.origins ?? [],
    () => [],
  );
}
