import { eq } from 'drizzle-orm';
import { pushNotification } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { pushNotificationSchema } from './schema.ts';

export const pushNotificationEntity = defineEntity({
  name: 'push-notification',
  schema: pushNotificationSchema,
  view: null,
  permissions: { read: { user: 'own' }, create: { user: 'own' }, delete: { user: 'own' } },
  // As many as sessions.
  rowLimit: { owner: pushNotification.userId, rows: 20 },
  table: pushNotification,
  key: pushNotification.id,
  fields: {
    id: pushNotification.id,
    createdAt: pushNotification.createdAt,
    userId: pushNotification.userId,
    endpoint: pushNotification.endpoint,
  },
  rows: { own: ({ id }) => eq(pushNotification.userId, id) },
  sort: ['-createdAt'],
  audit: { hides: ['endpoint'] },
  values: (_input, viewer) => ({ userId: viewer?.id, sessionId: viewer?.sessionId }),
  // Imported lazily, as the entities are also loaded without an environment.
  relate: async (tx, id) => (await import('./admit.server.ts')).admitDevice(tx, id),
});
