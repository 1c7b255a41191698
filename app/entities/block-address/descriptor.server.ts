import { getTableColumns, sql } from 'drizzle-orm';
import { blockAddress } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { ADMINS_WRITE } from '../permissions.ts';
import { blockAddressSchema } from './schema.ts';
import { blockAddressView } from './view.ts';

export const blockAddressEntity = defineEntity({
  name: 'block-address',
  schema: blockAddressSchema,
  view: blockAddressView,
  permissions: { read: { admin: 'any' }, ...ADMINS_WRITE },
  table: blockAddress,
  key: blockAddress.id,
  fields: getTableColumns(blockAddress),
  search: [sql`${blockAddress.address}::text`, blockAddress.reason],
  sort: ['-createdAt', 'address'],
});
