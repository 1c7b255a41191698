import { getTableColumns } from 'drizzle-orm';
import { audit } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { auditSchema } from './schema.ts';
import { auditView } from './view.ts';

export const auditEntity = defineEntity({
  name: 'audit',
  schema: auditSchema,
  view: auditView,
  permissions: { read: { admin: 'any' } },
  table: audit,
  key: audit.id,
  fields: getTableColumns(audit),
  search: [audit.actorName, audit.address, audit.rowId],
  filters: ['action', 'actorId', 'entity', 'rowId', 'address', 'createdAt'],
  sort: ['-createdAt'],
});
