import { eq } from 'drizzle-orm';
import { card } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { cardSchema } from './schema.ts';

export const cardEntity = defineEntity({
  name: 'card',
  schema: cardSchema,
  view: null,
  permissions: { read: { user: 'own' } },
  table: card,
  key: card.id,
  fields: {
    id: card.id,
    createdAt: card.createdAt,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.expMonth,
    expYear: card.expYear,
    isDefault: card.isDefault,
  },
  rows: { own: ({ id }) => eq(card.userId, id) },
  sort: ['createdAt'],
});
