import { getTableColumns } from 'drizzle-orm';
import { parameter } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { ADMINS_WRITE } from '../permissions.ts';
import { parameterSchema } from './schema.ts';
import { parameterView } from './view.ts';

export const parameterEntity = defineEntity({
  name: 'parameter',
  schema: parameterSchema,
  view: parameterView,
  permissions: { read: { anyone: 'any' }, ...ADMINS_WRITE },
  table: parameter,
  key: parameter.id,
  fields: getTableColumns(parameter),
  search: [parameter.name, parameter.value],
  filters: ['name'],
  sort: ['name', 'createdAt', 'updatedAt'],
});
