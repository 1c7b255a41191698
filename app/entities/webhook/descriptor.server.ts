import { eq } from 'drizzle-orm';
import { webhook } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { webhookSchema } from './schema.ts';

/** Created by a separate API call, the only one that returns its secret. */
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
  // Re-enabling restarts the days without success after which it is switched off.
  values: (input) => (input.enabled === true ? { failingSince: null } : {}),
});
