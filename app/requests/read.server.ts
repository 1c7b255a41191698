import { and, desc, eq, or, sql } from 'drizzle-orm';
import { id as uuid } from '#app/entities/fields.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { hasRung } from '#app/marketplace/requests/change-requests.server.ts';
import { db } from '#app/platform/database.server.ts';
import { peopleById } from '#app/rooms/people.server.ts';
import { callRequest, channel, payment, stream } from '#db/schema/index.ts';
import { type CallRequest, payOf } from '#protocol/call-request.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** A person's role in a request: the caller, or the streamer. */
type Side = 'consumer' | 'producer';

/** Whether each side has been in the room. */
const ENTERED = {
  producer: sql<boolean>`${channel.cameraType} is not null`,
  consumer: sql<boolean>`${channel.guestKey} is not null`,
};

/**
 * Reads a request as one of its two people sees it; streamers do not see requests that never rang.
 * @throws ProtocolError NOT_FOUND
 */
export async function readRequest(viewer: SignedIn, requestId: string) {
  const parsed = uuid.safeParse(requestId);
  const isOf = or(eq(callRequest.consumerId, viewer.id), eq(callRequest.producerId, viewer.id));
  const [found] = parsed.success
    ? await db
        .select({
          row: callRequest,
          paid: payment,
          streamId: stream.id,
          hasRung: sql<boolean>`${hasRung}`,
          room: { token: channel.token, endedAt: channel.endedAt, ...ENTERED },
          // By the database's clock, even if the expiry job is late.
          leftMs: sql`extract(epoch from ${callRequest.ringUntil} - now()) * 1000`.mapWith(Number),
        })
        .from(callRequest)
        .leftJoin(payment, and(eq(payment.requestId, callRequest.id), eq(payment.part, 1)))
        .leftJoin(stream, eq(stream.requestId, callRequest.id))
        .leftJoin(channel, eq(channel.streamId, stream.id))
        .where(and(eq(callRequest.id, parsed.data), isOf))
        .orderBy(desc(channel.createdAt))
        .limit(1)
    : [];
  const side: Side = found?.row.consumerId === viewer.id ? 'consumer' : 'producer';
  if (!found || (side === 'producer' && !found.hasRung)) throw new ProtocolError('NOT_FOUND');
  const { row, paid, streamId, room, leftMs } = found;
  const otherId = side === 'consumer' ? row.producerId : row.consumerId;
  const [person] = await peopleById(otherId ? [otherId] : [], viewer);
  const { name, avatar, profile } = person ?? GONE;
  /** The call has ended, though people may still rejoin it. */
  const hasEnded = row.overAt !== null || (room?.endedAt ?? null) !== null;
  const { currency, amount, priceMinor, budgetMinutes: minutes } = row;
  return {
    side,
    row,
    paid,
    streamId,
    hasEnded,
    request: stateOf(
      row,
      { name, avatar, profile },
      leftMs,
      room && !hasEnded ? { token: room.token, entered: room[side] } : null,
      {
        pay: side === 'producer' ? payOf(priceMinor, minutes, currency, paid?.feeBps ?? 0) : undefined,
        released: side === 'consumer' && wasHeld(row, paid) ? { amount, currency } : undefined,
      },
    ),
  };
}

/** Whether a request that ended unanswered had its amount held; of a busy streamer's, the bank may have been asked before. */
function wasHeld(
  { status, rangAt }: Pick<typeof callRequest.$inferSelect, 'status' | 'rangAt'>,
  paid: Pick<typeof payment.$inferSelect, 'intent' | 'refusal'> | null,
): boolean {
  return rangAt !== null || (status === 'BUSY' && paid?.intent != null && paid.refusal === null);
}

/** The other person's account is deleted or suspended. */
const GONE = { name: '—', avatar: '/favicon.svg', profile: null };

/**
 * A request or free call as its two people are told of it.
 * @param leftMs time in ms until it expires, if it rings
 * @param room of an accepted one; null once the call is over
 * @param money what the viewer is told of it, in a paid call
 */
export function stateOf(
  { id, status }: Pick<typeof callRequest.$inferSelect, 'id' | 'status'>,
  other: CallRequest['other'],
  leftMs: number,
  room: { token: string; entered: boolean } | null,
  { pay, released }: Money = {},
): CallRequest {
  if (status === 'RINGING')
    return leftMs > 0
      ? { id, other, status, leftMs: Math.round(leftMs), pay }
      : { id, other, status: 'EXPIRED', released };
  if (status === 'ACCEPTED') return room ? { id, other, status, ...room } : { id, other, status: 'OVER' };
  if (status === 'PAYING') return { id, other, status };
  return { id, other, status, released };
}

type Ended = Exclude<CallRequest, { status: 'PAYING' | 'RINGING' | 'ACCEPTED' }>;
type Money = Pick<Extract<CallRequest, { status: 'RINGING' }>, 'pay'> & Pick<Ended, 'released'>;
