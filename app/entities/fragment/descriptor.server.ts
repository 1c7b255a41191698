import { getTableColumns } from 'drizzle-orm';
import { fragment } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { ADMINS_WRITE } from '../permissions.ts';
import { fragmentSchema } from './schema.ts';
import { fragmentView } from './view.ts';

export const fragmentEntity = defineEntity({
  name: 'fragment',
  schema: fragmentSchema,
  view: fragmentView,
  permissions: { read: { anyone: 'any' }, ...ADMINS_WRITE },
  table: fragment,
  key: fragment.id,
  fields: getTableColumns(fragment),
  search: [fragment.title, fragment.name],
  filters: ['language', 'name', 'createdAt'],
  sort: ['name', 'title', 'createdAt', 'updatedAt'],
});
