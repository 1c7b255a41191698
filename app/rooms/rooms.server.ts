import { randomInt } from 'node:crypto';
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { id, instant } from '#app/entities/fields.ts';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { violatedConstraint } from '#app/platform/postgres-error.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { channel, keyedRoom, stream } from '#db/schema/index.ts';
import { isRejoinable, placeSchema, seatNameSchema } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { REJOIN_MS } from '#protocol/limits.ts';
import {
  CODE_TTL_MS,
  type NewRoom,
  ROOM_CODE_ALPHABET,
  ROOM_CODE_LENGTH,
  roomCodeSchema,
} from '#protocol/room-code.ts';
import type { SeatTicket, TicketClaims } from '#protocol/ticket.ts';
import { accountKey } from './browser-key.server.ts';
import { knownRegion, nodeFor, placeRoom, placing } from './media-nodes.server.ts';
import { admitRoom, type RoomOwner } from './room-owner.server.ts';
import { signTicket } from './tickets.server.ts';

/** Makes a random room code. */
export function newRoomCode(): string {
  return Array.from(
    { length: ROOM_CODE_LENGTH },
    () => ROOM_CODE_ALPHABET[randomInt(ROOM_CODE_ALPHABET.length)],
  ).join('');
}

/**
 * Creates a room that waits for its host, tied to the host's browser.
 * @param hostUserId the host's account, if they have one
 * @param owner whom the room counts for
 * @param nearest region the host's browser measured as nearest
 * @throws ProtocolError UNAVAILABLE if no media server takes rooms, FULL if none has capacity, TOO_MANY_ROOMS,
 *   NOT_SIGNED_IN if the account has just been deleted
 */
export async function createRoom(
  hostKey: string,
  hostUserId: string | null,
  owner: RoomOwner,
  nearest?: string,
): Promise<NewRoom> {
  const region = await knownRegion(nearest);
  try {
    const { token, expiresAt } = await inTransaction((tx) =>
      insertRoom(tx, { hostKey, hostUserId, owner, region }),
    );
    return { token, expiresAt: expiresAt.getTime() };
  } catch (error) {
    const isGone = violatedConstraint(error) === 'channel_host_user_id_user_id_fk';
    throw isGone ? new ProtocolError('NOT_SIGNED_IN') : error;
  }
}

type FreeRoom = { hostKey: string; hostUserId: string | null; owner: RoomOwner; region: string | null };

/** As `createRoom`, in a transaction and a known region. */
export async function insertRoom(tx: Transaction, { hostKey, hostUserId, owner, region }: FreeRoom) {
  await admitRoom(tx, owner);
  const counted = owner?.key ?? null;
  // It takes capacity once its host gets a ticket, but is refused now if there is none.
  const nodeId = placeRoom({ region, owner: counted, isPaid: false });
  const expiresAt = new Date(Date.now() + CODE_TTL_MS);
  const room = { token: newRoomCode(), nodeId, region, owner: counted, hostKey, hostUserId, expiresAt };
  const [made] = await placing(tx.insert(channel).values(room).returning({ id: channel.id }));
  if (!made) throw new Error('PostgreSQL returned no row of an insert');
  return { id: made.id, token: room.token, expiresAt };
}

/**
 * Whether the viewer may now be the guest with this code: no one has entered, and it has not expired and is not reserved
 * for someone else. The host may not have opened the room yet: the guest waits for them.
 */
export async function isCodeOpen(token: string, viewer: Viewer): Promise<boolean> {
  const rows = await db
    .select({ id: channel.id })
    .from(channel)
    .where(
      and(
        eq(channel.token, token),
        eq(channel.status, 'CREATED'),
        gt(channel.expiresAt, new Date()),
        or(isNull(channel.endsAt), viewer ? eq(channel.guestReservedFor, viewer.id) : undefined),
      ),
    );
  return rows.length > 0;
}

/**
 * Signs a ticket for a seat, and takes the room's place on a media server. The room's creator is its host; the guest's
 * seat is open to anyone while the room waits, afterwards only to the browser that took it. The seats of a booking's room
 * are those of its two accounts.
 * @param asker `holder` is the requester's browser; `user` their account, which grants access to booked rooms only
 * @throws ProtocolError CODE_INVALID, CODE_EXPIRED, CODE_USED, SEAT_TAKEN, CHANNEL_ENDED, UNAVAILABLE, FULL, TOO_MANY_ROOMS
 */
export async function ticketForSeat(token: string, asker: Omit<TicketClaims, 'room'>): Promise<SeatTicket> {
  const { seat, user } = asker;
  const [room] = await db
    .select({
      id: channel.id,
      status: channel.status,
      nodeId: channel.nodeId,
      hostKey: channel.hostKey,
      claimedBy: keyedRoom.claimedBy,
      guestKey: channel.guestKey,
      guestReservedFor: channel.guestReservedFor,
      endsAt: channel.endsAt,
      expiresAt: channel.expiresAt,
      endReason: channel.endReason,
      endedAt: channel.endedAt,
    })
    .from(channel)
    .leftJoin(keyedRoom, eq(keyedRoom.channelId, channel.id))
    .where(eq(channel.token, token));
  if (!room) throw new ProtocolError('CODE_INVALID');
  const isBooked = room.endsAt !== null;
  // The people of a booked call may continue it however they come back.
  const claims = isBooked
    ? { ...asker, holder: user ? accountKey(user) : asker.holder, rejoin: true }
    : // The host took the seat by its link, so the room has a host key that no browser has.
      seat === 'host' && asker.holder === room.claimedBy
      ? { ...asker, holder: room.hostKey }
      : asker;
  const { holder, rejoin } = claims;
  const ended = room.endedAt !== null && !(rejoin && canRejoin(room));
  const waiting = room.status === 'CREATED' && room.expiresAt > new Date();
  if (holder === (seat === 'host' ? room.hostKey : room.guestKey)) {
    if (ended || (room.status === 'CREATED' && !waiting)) throw new ProtocolError('CHANNEL_ENDED');
  } else if (seat === 'host') {
    throw new ProtocolError('SEAT_TAKEN');
  } else if (isBooked && (user === null || user !== room.guestReservedFor)) {
    throw new ProtocolError('CODE_INVALID');
  } else if (!waiting) {
    throw new ProtocolError(whyClosed(room));
  }
  const node = await nodeFor(room);
  return { ticket: await signTicket({ room: token, ...claims }), url: node.url };
}

/** Why a room that waits for nobody is closed to a stranger. Nothing can be done with such a code, so it may be told. */
function whyClosed({ status, endReason }: Pick<typeof channel.$inferSelect, 'status' | 'endReason'>) {
  if (status === 'REQUESTED' || status === 'STARTED') return 'SEAT_TAKEN';
  return status === 'CREATED' || endReason === 'expired' ? 'CODE_EXPIRED' : 'CODE_USED';
}

/** Whether host and guest can still continue an ended call. */
export function canRejoin({
  guestKey,
  endReason,
  endedAt,
  endsAt,
}: Pick<typeof channel.$inferSelect, 'guestKey' | 'endReason' | 'endedAt' | 'endsAt'>): boolean {
  if (endsAt && endsAt.getTime() <= Date.now()) return false;
  if (guestKey === null || !isRejoinable(endReason) || !endedAt) return false;
  return endedAt.getTime() + REJOIN_MS > Date.now();
}

/** A room as shown to its host and guest. */
export const requestedChannelSchema = z.object({
  id,
  token: z.string(),
  status: z.string(),
  /** The requester's seat. */
  seat: seatNameSchema,
  cameraType: z.string().nullable(),
  videoQuality: z.string().nullable(),
  /** The booking whose room it is, and the paid call measured in it. */
  bookingId: id.nullable(),
  streamId: id.nullable(),
  hostUserId: id.nullable(),
  guestUserId: id.nullable(),
  createdAt: instant,
  expiresAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Whether the call has ended and its two people can continue it. */
  mayReturn: z.boolean(),
  /** Whether the other person is connected to the call; null if it does not run, or their media server does not say. */
  otherIsHere: z.boolean().nullable(),
  /** Location of the host, if they share it with their guest. */
  place: placeSchema.nullable(),
});
export type RequestedChannel = z.output<typeof requestedChannelSchema>;

const ofRequest = (requestId: string) =>
  db.select({ id: stream.id }).from(stream).where(eq(stream.requestId, requestId));

/**
 * Finds a room for its host or guest, identified by account or browser.
 * @param idOrCode the row's id, the room code, or the id of the request that led to it
 * @throws ProtocolError NOT_FOUND for everyone else
 */
export async function requestedChannel(
  idOrCode: string,
  viewer: Viewer,
  key: string,
): Promise<RequestedChannel> {
  const code = roomCodeSchema.safeParse(idOrCode);
  const uuid = id.safeParse(idOrCode);
  const named = or(
    code.success ? eq(channel.token, code.data) : undefined,
    uuid.success ? eq(channel.id, uuid.data) : undefined,
    uuid.success ? inArray(channel.streamId, ofRequest(uuid.data)) : undefined,
  );
  const { claimedBy } = keyedRoom;
  const [found] = named
    ? await db
        .select({ room: channel, claimedBy })
        .from(channel)
        .leftJoin(keyedRoom, eq(keyedRoom.channelId, channel.id))
        .where(named)
    : [];
  if (!found) throw new ProtocolError('NOT_FOUND');
  const { room } = found;
  const isMine = (userId: string | null) => viewer !== null && userId === viewer.id;
  const isHost = (found.claimedBy ?? room.hostKey) === key || isMine(room.hostUserId);
  const isGuest = room.guestKey === key || isMine(room.guestUserId ?? room.guestReservedFor);
  if (!isHost && !isGuest) throw new ProtocolError('NOT_FOUND');
  const {
    hostKey,
    guestKey,
    nodeId,
    placedUntil,
    owner,
    epoch,
    reservedMbps,
    region,
    endReason,
    latitude,
    longitude,
    placeShared,
    hostHere,
    guestHere,
    ...known
  } = room;
  const { guestReservedFor, endsAt, ...shown } = known;
  const place = placeShared && latitude !== null && longitude !== null ? { latitude, longitude } : null;
  const seat = isHost ? 'host' : 'guest';
  return { ...shown, seat, mayReturn: canRejoin(room), otherIsHere: isHost ? guestHere : hostHere, place };
}
