import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '#app/http/viewer.ts';
import { outer } from '#app/platform/outer.server.ts';
import { review, user } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { areApart, isAboutShown } from '../user/rules.server.ts';
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
  filters: ['producerId', 'authorId', 'rating', 'createdAt'],
  sort: ['-createdAt', 'rating', 'updatedAt'],
  values: (_input, viewer, action) => (action === 'create' ? { authorId: viewer?.id } : {}),
});

/** Reviews of people visible to the viewer, without those by people whom the viewer has blocked or who blocked the viewer. */
export function isShown(viewer: Viewer): SQL | undefined {
  return and(
    isAboutShown(viewer, review.producerId),
    viewer ? not(areApart(viewer.id, review.authorId)) : undefined,
  );
}
