import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Viewer } from '#app/http/viewer.ts';
import type { Transaction } from '#db/client.ts';
import type { EntitySchema } from './entity-schema.ts';
import type { EntityView } from './entity-view.ts';
import type { Permissions } from './permissions.ts';

/** What was sent and found right; which fields there are depends on the entity's schema. */
export type Input = Readonly<Record<string, unknown>>;

/** All that the generic API knows of an entity. */
export type Entity = {
  /** As it is used in URLs. */
  name: string;
  schema: EntitySchema;
  /** How administrators see it; null: they have no pages for it. */
  view: EntityView | null;
  permissions: Permissions;
  table: PgTable;
  /** What `:id` in addresses names. */
  key: PgColumn;
  /** Where each field of `schema.row` comes from; others stay unread. Within SQL, name the table's columns with `outer`. */
  fields: Readonly<Record<string, PgColumn | SQL>>;
  /** Fields that only the row's owner and administrators see, search by and sort by. */
  privateFields?: readonly string[];
  /** Which rows are the viewer's own, and which everybody's; for the scopes of `permissions`. */
  rows?: {
    own?: (viewer: NonNullable<Viewer>) => SQL | undefined;
    public?: (viewer: Viewer) => SQL | undefined;
  };
  /** Columns that `?q=` looks in. */
  search?: readonly PgColumn[];
  /** Fields that lists can be narrowed down by. */
  filters?: readonly string[];
  /** Fields that lists can be sorted by; the first is where lists start, descending with `-`. */
  sort: readonly [string, ...string[]];
  /** Another row with the same unique value makes a creation pass unseen: the answer would tell who is there. */
  hidesDuplicates?: true;
  /** Column values that the servers set, beside those that were sent. */
  values?: (input: Input, viewer: Viewer, action: 'create' | 'update') => Record<string, unknown>;
  /** Writes what was sent for other tables. */
  relate?: (tx: Transaction, id: string, input: Input) => Promise<void>;
  /** Refuses a deletion by throwing. Deletions of all entities that have such a rule go one after the other. */
  beforeDelete?: (tx: Transaction, id: string) => Promise<void>;
};

/** Has the compiler compare an entity's fields with its schema, and keep its name and whether it has a view. */
export function defineEntity<
  const Name extends string,
  Row extends z.ZodObject,
  View extends EntityView | null,
>(
  entity: Entity & {
    name: Name;
    view: View;
    schema: { row: Row };
    fields: Readonly<Record<keyof z.infer<Row> & string, PgColumn | SQL>>;
    privateFields?: readonly (keyof z.infer<Row> & string)[];
  },
): Entity & { name: Name; view: View } {
  return entity;
}
