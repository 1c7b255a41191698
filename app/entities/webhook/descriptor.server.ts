import { eq } from 'drizzle-orm';
import { webhook } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { webhookSchema } from './schema.ts';

/** Made by a call of its own, which alone shows its secret. */
export const webhookEntity = defineEntity({
  name: 'webhook',
  schema: webhookSchema,
  view: null,
  permissions: { read: { user: 'own' }, update: { user: 'own' }, delete: { user: 'own' } },
  table: webhook,
  key: webhook.id,
  fields: {
    id: webhook.id,
    createdAt: webhook.createdAt,
    updatedAt: webhook.updatedAt,
    version: webhook.version,
    userId: webhook.userId,
    url: webhook.url,
    events: webhook.events,
    enabled: webhook.enabled,
    failingSince: webhook.failingSince,
  },
  rows: { own: ({ id }) => eq(webhook.userId, id) },
  sort: ['-createdAt', 'url'],
  audit: { hides: ['url'] },
  // It gets as many days as a new one.
  values: (input) => (input.enabled === true ? { failingSince: null } : {}),
});
