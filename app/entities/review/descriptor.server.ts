import { and, eq, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { outer } from '#app/platform/outer.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking, channel, review, stream, user } from '#db/schema/index.ts';
import { REVIEWABLE_MS } from '#protocol/charge.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { defineEntity } from '../entity.server.ts';
import { areApart, isAboutShown, isSuspended } from '../user/descriptor.server.ts';
import { reviewSchema } from './schema.ts';
import { reviewView } from './view.ts';

export const reviewEntity = defineEntity({
  name: 'review',
  schema: reviewSchema,
  view: reviewView,
  permissions: {
    read: { anyone: 'public', user: 'own', admin: 'any' },
    create: { user: 'own' },
    update: { user: 'own', admin: 'any' },
    delete: { user: 'own', admin: 'any' },
  },
  rowLimit: { owner: review.authorId, rows: 1_000 },
  table: review,
  key: review.id,
  fields: {
    id: review.id,
    createdAt: review.createdAt,
    updatedAt: review.updatedAt,
    version: review.version,
    authorId: review.authorId,
    author: sql`(select u.username from ${user} u where u.id = ${outer(review.authorId)})`,
    producerId: review.producerId,
    rating: review.rating,
    text: review.text,
  },
  rows: { own: ({ id }) => eq(review.authorId, id), public: isShown },
  writesPublic: 'producerId',
  search: [review.text, { user: review.authorId }, { user: review.producerId }],
  admitNew: refuseStranger,
  filters: ['producerId', 'authorId', 'rating', 'createdAt'],
  sort: ['-createdAt', 'rating', 'updatedAt'],
  values: (_input, viewer, action) => (action === 'create' ? { authorId: viewer?.id } : {}),
});

/**
 * SQL condition: the two were connected in a call, with enough delivered if it was paid, or `other` missed a call that
 * `one` had booked. Calls without login are not known.
 */
export function haveCalled(one: SQLWrapper, other: SQLWrapper): SQL {
  const { hostUserId, guestUserId, startedAt, streamId } = channel;
  const delivered = sql`exists (select 1 from ${stream} where ${stream.id} = ${streamId} and ${stream.deliveredMs} >= ${REVIEWABLE_MS})`;
  // `startedAt` is set when both are connected.
  const called = sql`exists (select 1 from ${channel} where ${startedAt} is not null and (${streamId} is null or ${delivered}) and (
    (${hostUserId} = ${one} and ${guestUserId} = ${other}) or (${hostUserId} = ${other} and ${guestUserId} = ${one})))`;
  const missed = sql`exists (select 1 from ${booking} where ${booking.consumerId} = ${one}
    and ${booking.producerId} = ${other} and ${booking.outcome} = 'PRODUCER_ABSENT')`;
  return sql`(${called} or ${missed})`;
}

/** @throws ProtocolError FORBIDDEN for a review of a person whom its author had no call with */
async function refuseStranger(tx: Transaction, id: string): Promise<void> {
  const met = and(eq(review.id, id), haveCalled(review.authorId, review.producerId));
  if ((await tx.$count(review, met)) === 0) throw new ProtocolError('FORBIDDEN');
}

/**
 * SQL condition: reviews of people visible to the viewer, except by suspended authors and by people whom the viewer has
 * blocked or who have blocked the viewer.
 */
export function isShown(viewer: Viewer): SQL | undefined {
  return and(
    isAboutShown(viewer, review.producerId),
    not(isSuspended(review.authorId)),
    viewer ? not(areApart(viewer.id, review.authorId)) : undefined,
  );
}
