import { eq, sql } from 'drizzle-orm';
import { outer } from '#app/platform/outer.server.ts';
import { review, user } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { reviewSchema } from './schema.ts';
import { reviewView } from './view.ts';

export const reviewEntity = defineEntity({
  name: 'review',
  schema: reviewSchema,
  view: reviewView,
  permissions: {
    read: { anyone: 'any' },
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
  rows: { own: ({ id }) => eq(review.authorId, id) },
  filters: ['producerId', 'authorId', 'rating', 'createdAt'],
  sort: ['-createdAt', 'rating', 'updatedAt'],
  values: (_input, viewer, action) => (action === 'create' ? { authorId: viewer?.id } : {}),
});
