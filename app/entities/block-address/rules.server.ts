import { getTableColumns } from 'drizzle-orm';
import { blockAddress } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { blockAddressSchema } from './schema.ts';

export const blockAddressEntity = defineEntity({
  name: 'block-address',
  schema: blockAddressSchema,
  table: blockAddress,
  key: blockAddress.id,
  fields: getTableColumns(blockAddress),
  search: [blockAddress.reason],
  sort: ['-createdAt', 'address'],
});
