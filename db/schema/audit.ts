import { index, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { identity } from './columns.ts';

/**
 * The audit trail: who did what to which row. Triggers refuse updates, and deletes of rows younger than 90 days. No
 * foreign keys, as it outlives the rows it is about.
 */
export const audit = pgTable(
  'audit',
  {
    ...identity(),
    /** Who did it; null for visitors and for the program itself. */
    actorId: uuid('actor_id'),
    /** Their username at the time. */
    actorName: varchar('actor_name', { length: 40 }),
    /** The client's IP address; null for the program itself. */
    address: varchar({ length: 45 }),
    /** E.g. `UPDATE`, `LOG_IN`, `LOCKED_OUT`. */
    action: varchar({ length: 40 }).notNull(),
    /** The entity's name in the generic API, e.g. `user`; null if no row is concerned. */
    entity: varchar({ length: 40 }),
    rowId: text('row_id'),
    /** The row's changed fields before and after, without secrets. */
    before: jsonb(),
    after: jsonb(),
  },
  (table) => [
    index('audit_created').on(table.createdAt, table.id),
    index('audit_actor').on(table.actorId, table.createdAt),
    index('audit_row').on(table.entity, table.rowId, table.createdAt),
    index('audit_action').on(table.action, table.createdAt),
  ],
);
