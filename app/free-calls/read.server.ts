import { and, eq, or, sql } from 'drizzle-orm';
import { id as uuid } from '#app/entities/fields.ts';
import { db } from '#app/platform/database.server.ts';
import { stateOf } from '#app/requests/read.server.ts';
import { peopleById } from '#app/rooms/people.server.ts';
import { channel, freeCall, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type Caller, isByCaller } from './call.server.ts';

/** Picture of a person who has no account. */
const NO_AVATAR = '/favicon.svg';

/**
 * Reads a free call as its caller or the person who is called sees it.
 * @returns the viewer's side, the call, and the `urlname` of the person who is called
 * @throws ProtocolError NOT_FOUND for everyone else, and for a call that never rang to the person who was called
 */
export async function readFreeCall(person: Caller, id: string) {
  const { viewer } = person;
  const isCallee = viewer ? eq(freeCall.calleeId, viewer.id) : undefined;
  const [found] = uuid.safeParse(id).success
    ? await db
        .select({
          row: freeCall,
          urlname: user.urlname,
          token: channel.token,
          endedAt: channel.endedAt,
          guest: sql<boolean>`${channel.guestKey} is not null`,
          host: sql<boolean>`${channel.cameraType} is not null`,
          // By the database's clock, even if the expiry job is late.
          leftMs: sql`extract(epoch from ${freeCall.ringUntil} - now()) * 1000`.mapWith(Number),
        })
        .from(freeCall)
        .innerJoin(user, eq(user.id, freeCall.calleeId))
        .leftJoin(channel, eq(channel.id, freeCall.channelId))
        .where(and(eq(freeCall.id, id), or(isByCaller(person), isCallee)))
    : [];
  if (!found) throw new ProtocolError('NOT_FOUND');
  const { row, urlname, token, endedAt, leftMs } = found;
  const side = row.calleeId === viewer?.id ? 'callee' : 'caller';
  if (side === 'callee' && row.status === 'BUSY') throw new ProtocolError('NOT_FOUND');
  const otherId = side === 'caller' ? row.calleeId : row.callerId;
  const [known] = await peopleById(otherId ? [otherId] : [], viewer);
  const other = known
    ? { name: known.name, avatar: known.avatar, profile: known.profile }
    : { name: quoted(row.callerName) ?? '', avatar: NO_AVATAR, profile: null };
  const entered = side === 'callee' ? found.host : found.guest;
  return {
    side,
    urlname,
    call: stateOf(row, other, leftMs, token === null || endedAt ? null : { token, entered }),
  } as const;
}

/** Marks a name that its bearer has chosen and nobody has checked. */
const quoted = (name: string | null) => name && `“${name}”`;
