import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { haveCalled } from '#app/entities/review/descriptor.server.ts';
import { userEntity, validForDisplay } from '#app/entities/user/descriptor.server.ts';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { outer } from '#app/platform/outer.server.ts';
import { channel, keyedRoom, review, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Person, RoomPeople } from '#protocol/person.ts';
import { isCodeOpen } from './rooms.server.ts';

/**
 * People in a room: both, for its host and guest; the host, for anyone with a code open to them. In a booking's room,
 * the guest is the one the seat is reserved for.
 * @param key of the requesting browser
 * @throws ProtocolError CODE_INVALID
 */
export async function roomPeople(token: string, viewer: Viewer, key: string): Promise<RoomPeople> {
  const [room] = await db
    .select({
      hostKey: sql<string>`coalesce(${keyedRoom.claimedBy}, ${channel.hostKey})`,
      guestKey: channel.guestKey,
      host: channel.hostUserId,
      guest: sql<string | null>`coalesce(${channel.guestUserId}, ${channel.guestReservedFor})`,
    })
    .from(channel)
    .leftJoin(keyedRoom, eq(keyedRoom.channelId, channel.id))
    .where(eq(channel.token, token));
  if (!room) throw new ProtocolError('CODE_INVALID');
  const isMine = (seat: 'host' | 'guest') =>
    room[`${seat}Key`] === key || (viewer !== null && room[seat] === viewer.id);
  const isSeated = isMine('host') || isMine('guest');
  if (!isSeated && !(await isCodeOpen(token, viewer))) throw new ProtocolError('CODE_INVALID');
  const shown = isSeated ? [room.host, room.guest] : [room.host];
  const people = await peopleById(
    shown.filter((id) => id !== null),
    viewer,
  );
  const find = (id: string | null) => people.find((person) => person.id === id) ?? null;
  return { host: find(room.host), guest: isSeated ? find(room.guest) : null };
}

/** Reads how people are shown to the viewer, leaving out suspended ones. */
export async function peopleById(ids: readonly string[], viewer: Viewer): Promise<Person[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: user.id,
      username: user.username,
      urlname: user.urlname,
      firstName: user.firstName,
      avatarKey: user.avatarKey,
      languages: sql<string[]>`${userEntity.fields.languages}`,
      isStreamer: sql<boolean>`(${validForDisplay(viewer)})`,
      mayReview: viewer ? mayReview(viewer.id) : sql<boolean>`false`,
    })
    .from(user)
    .where(and(inArray(user.id, [...ids]), isNull(user.suspendedAt)));
  return rows.map(({ id, username, urlname, firstName, avatarKey, languages, isStreamer, mayReview }) => ({
    id,
    name: firstName || username,
    languages,
    avatar: `/api/avatar/${id}?size=md${avatarKey ? `&v=${avatarKey}` : ''}`,
    profile: isStreamer ? urlname : null,
    reviewable: isStreamer && mayReview,
  }));
}

function mayReview(authorId: string): SQL<boolean> {
  const author = sql`${authorId}::uuid`;
  return sql<boolean>`(${haveCalled(author, outer(user.id))} and not exists (
    select 1 from ${review} where ${review.authorId} = ${author} and ${review.producerId} = ${outer(user.id)}))`;
}
