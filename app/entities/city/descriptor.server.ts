import { getTableColumns } from 'drizzle-orm';
import { city } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { ADMINS_WRITE } from '../permissions.ts';
import { citySchema } from './schema.ts';
import { cityView } from './view.ts';

export const cityEntity = defineEntity({
  name: 'city',
  schema: citySchema,
  view: cityView,
  permissions: { read: { anyone: 'any' }, ...ADMINS_WRITE },
  table: city,
  key: city.id,
  fields: getTableColumns(city),
  search: [city.name, { country: city.country }],
  filters: ['country', 'name', 'createdAt'],
  sort: ['name', 'country', 'createdAt', 'updatedAt'],
});
