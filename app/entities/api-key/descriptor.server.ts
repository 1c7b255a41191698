import { eq, sql } from 'drizzle-orm';
import { outer } from '#app/platform/outer.server.ts';
import { apiKey } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { apiKeySchema } from './schema.ts';
import { apiKeyView } from './view.ts';

/**
 * Created by a separate API call, the only one that returns the key. Revoked rather than deleted, so that its last use
 * can be looked up.
 */
export const apiKeyEntity = defineEntity({
  name: 'api-key',
  schema: apiKeySchema,
  view: apiKeyView,
  permissions: { read: { user: 'own', admin: 'any' }, update: { user: 'own', admin: 'any' } },
  table: apiKey,
  key: apiKey.id,
  fields: {
    id: apiKey.id,
    createdAt: apiKey.createdAt,
    updatedAt: apiKey.updatedAt,
    version: apiKey.version,
    userId: apiKey.userId,
    name: apiKey.name,
    prefix: apiKey.prefix,
    scopes: apiKey.scopes,
    origins: apiKey.origins,
    perMinute: apiKey.perMinute,
    lastUsedAt: apiKey.lastUsedAt,
    expiresAt: apiKey.expiresAt,
    revoked: sql<boolean>`${outer(apiKey.revokedAt)} is not null`,
    revokedAt: apiKey.revokedAt,
  },
  rows: { own: ({ id }) => eq(apiKey.userId, id) },
  search: [apiKey.name, apiKey.prefix, { user: apiKey.userId }],
  filters: ['userId', 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt'],
  sort: ['-createdAt', 'name', 'lastUsedAt', 'expiresAt'],
  values: (input) => (input.revoked === true ? { revokedAt: sql`coalesce(${apiKey.revokedAt}, now())` } : {}),
  audit: { calls: { UPDATE: 'CHANGE_KEY' }, alsoByOwners: ['UPDATE'] },
});
