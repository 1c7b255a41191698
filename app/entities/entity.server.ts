import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { AuditAction } from '#app/audit/actions.ts';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import type { Transaction } from '#db/client.ts';
import type { EntitySchema } from './entity-schema.ts';
import type { EntityView } from './entity-view.ts';
import type { Action, Permissions, Scope } from './permissions.ts';

/** A validated body; its fields depend on the entity's schema. */
export type Input = Readonly<Record<string, unknown>>;

/**
 * Where `?q=` searches for its words: a text, the name of the user that a column refers to, or the names of the country
 * whose code a column holds.
 */
export type SearchPart = PgColumn | SQL | { user: PgColumn } | { country: PgColumn };

/** The most rows of one owner, whose id is in a column. */
export type RowLimit = { owner: PgColumn; rows: number };

/** Definition of an entity for the generic API. */
export type Entity = {
  /** Used in URLs. */
  name: string;
  schema: EntitySchema;
  /** Pages in the admin area; null if there are none. */
  view: EntityView | null;
  permissions: Permissions;
  /**
   * The most rows that a person may own by creating them, so that others who read them never wait long. `anonymousRow`:
   * the rows have no owner, and the rate limit of that name counts them. Must be given if others than administrators
   * create rows.
   */
  rowLimit?: RowLimit | 'anonymousRow';
  /** Actions that require the viewer to have confirmed their identity. */
  confirms?: readonly Action[];
  table: PgTable;
  /** The column that `:id` in URLs refers to. */
  key: PgColumn;
  /** Source of each field of `schema.row`. In SQL subqueries, qualify the table's columns with `outer`. */
  fields: Readonly<Record<string, PgColumn | SQL>>;
  /** Fields that only the row's owner and administrators see, search by and sort by. */
  privateFields?: readonly string[];
  /** Conditions for the scopes `own` and `public` of `permissions`. */
  rows?: {
    own?: (viewer: NonNullable<Viewer>) => SQL | undefined;
    public?: (viewer: Viewer) => SQL | undefined;
    /** Which readable rows also appear in lists; administrators' lists contain all rows. */
    listed?: (viewer: Viewer) => SQL | undefined;
    /** Rows whose private fields the viewer may see; defaults to `own`. */
    private?: (viewer: NonNullable<Viewer>) => SQL | undefined;
  };
  /**
   * For entities about other rows: a write is accepted only if `rows.public` then shows the row to its writer. Names
   * the field whose value is otherwise refused as if it did not exist; administrators are exempt.
   */
  writesPublic?: string;
  /** Parts searched by `?q=`: what the list shows. Texts of large tables need an index on `fold(…)`. */
  search?: readonly SearchPart[];
  /** Fields that lists can be filtered by. */
  filters?: readonly string[];
  /** Further filters of lists, by what other tables have: the values allowed, and the rows with one of them. */
  relatedFilters?: Readonly<
    Record<string, { value: z.ZodType<string>; where: (values: readonly string[]) => SQL }>
  >;
  /** Fields that lists can be sorted by; the first is the default order, descending with `-`. */
  sort: readonly [string, ...string[]];
  /** Creating a duplicate silently succeeds: an error would reveal that the value exists. */
  hidesDuplicates?: true;
  /** Column values set by the server, besides those in the body. */
  values?: (input: Input, viewer: Viewer, action: 'create' | 'update') => Record<string, unknown>;
  /**
   * Writes fields stored in other tables and other effects of a write, and checks the row. Throwing rolls the write
   * back.
   */
  relate?: (tx: Transaction, id: string, input: Input) => Promise<void>;
  /** Rejects a new row by throwing, after it has passed all other checks. */
  admitNew?: (tx: Transaction, id: string) => Promise<void>;
  /**
   * Called in an update's transaction, with the row locked, before it changes. Rejects the update by throwing, or
   * changes what depends on the row.
   */
  beforeUpdate?: (tx: Transaction, id: string, input: Input, viewer: Viewer) => Promise<void>;
  /** Rejects a deletion by throwing. Deletions of all entities with such a check are serialised. */
  beforeDelete?: (tx: Transaction, id: string, viewer: Viewer) => Promise<void>;
  audit?: AuditSettings;
};

type Write = 'CREATE' | 'UPDATE' | 'DELETE' | 'RESTORE';

/** How the audit trail records an entity's rows. By default it records administrators' writes with every field. */
type AuditSettings = {
  /** Personal data and secrets: only the fact that they changed is recorded, not their values. */
  hides?: readonly string[];
  /** The only fields recorded of a deleted row. */
  keptOfDeleted?: readonly string[];
  /** Other actions under which writes are recorded. */
  calls?: Partial<Record<Write, AuditAction>>;
  /** The row of another entity that is recorded instead, by the field that refers to it. */
  partOf?: { entity: string; key: string };
  /** Writes recorded for owners too, not only for administrators. */
  alsoByOwners?: readonly Write[];
};

/** Demands `rowLimit` of an entity whose rows are created by others than administrators. */
type LimitOf<Granted extends Permissions> = 'create' extends keyof Granted
  ? Granted['create'] extends { admin?: Scope; user?: undefined; anyone?: undefined } | undefined
    ? unknown
    : Required<Pick<Entity, 'rowLimit'>>
  : unknown;

/**
 * Checks an entity's fields against its schema, and that its rows are limited, at compile time; keeps the literal types
 * of its name and view.
 */
export function defineEntity<
  const Name extends string,
  Row extends z.ZodObject,
  View extends EntityView | null,
  const Granted extends Permissions,
>(
  entity: Entity & {
    name: Name;
    view: View;
    permissions: Granted;
    schema: { row: Row };
    fields: Readonly<Record<keyof z.infer<Row> & string, PgColumn | SQL>>;
    privateFields?: readonly (keyof z.infer<Row> & string)[];
  } & LimitOf<Granted>,
): Entity & { name: Name; view: View } {
  return entity;
}
