import { pgTable, varchar } from 'drizzle-orm/pg-core';
import { editable } from './columns.ts';

/** A setting that administrators change while the site runs. Everybody can read it: no secrets. */
export const parameter = pgTable('parameter', {
  ...editable(),
  name: varchar({ length: 60 }).notNull().unique(),
  value: varchar({ length: 1000 }).notNull(),
});
