import { cidr, index, pgTable, varchar } from 'drizzle-orm/pg-core';
import { editable } from './columns.ts';

/** A network that may not sign up, sign in, make rooms or write to us. */
export const blockAddress = pgTable(
  'block_address',
  {
    ...editable(),
    /** One address (`203.0.113.7`) or a network (`203.0.113.0/24`, `2001:db8::/32`). */
    address: cidr().notNull().unique(),
    reason: varchar({ length: 500 }).notNull().default(''),
  },
  (table) => [index('block_address_network').using('gist', table.address.op('inet_ops'))],
);
