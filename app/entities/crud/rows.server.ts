import { and, eq, is, or, SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { forbidden, type Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { MethodNotAllowed, ProtocolError } from '#protocol/errors.ts';
import type { Entity } from '../entity.server.ts';
import { type Action, type Scope, scopesOf } from '../permissions.ts';

/** A row of any entity, with the fields of its `schema.row` that the viewer may see. */
export const rowSchema = z.record(z.string(), z.unknown());
export type Row = z.output<typeof rowSchema>;

export function roleOf(viewer: Viewer) {
  return { signedIn: viewer !== null, administers: viewer?.authorities.has('ADMINISTER') ?? false };
}

/**
 * Determines the scopes of rows on which the viewer may perform an action.
 * @throws ProtocolError METHOD_NOT_ALLOWED if nobody may; NOT_SIGNED_IN or as `forbidden` if only others may;
 * CONFIRM_AGAIN
 */
export function grantedScopes(entity: Entity, viewer: Viewer, action: Action): Set<Scope> {
  if (!entity.permissions[action]) throw new MethodNotAllowed(methodsBeside(entity, action));
  const scopes = scopesOf(entity.permissions, action, roleOf(viewer));
  if (scopes.size === 0) throw viewer ? forbidden(viewer) : new ProtocolError('NOT_SIGNED_IN');
  if (viewer && entity.confirms?.includes(action)) requireConfirmed(viewer);
  return scopes;
}

const METHODS = { read: ['GET', 'HEAD'], create: ['POST'], update: ['PUT'], delete: ['DELETE'] } as const;

/** The methods that some may use at the address of this action: that of the entity, or of a row. */
function methodsBeside({ permissions }: Entity, action: Action): string[] {
  const actions = action === 'create' ? (['read'] as const) : (['read', 'update', 'delete'] as const);
  return actions.flatMap((one) => (permissions[one] ? METHODS[one] : []));
}

/** SQL condition for the rows in any of the scopes; undefined: all rows. Matches nothing without a scope. */
export function rowsIn(entity: Entity, viewer: Viewer, scopes: ReadonlySet<Scope>): SQL | undefined {
  if (scopes.has('any')) return undefined;
  const conditions = [
    scopes.has('public') ? entity.rows?.public?.(viewer) : undefined,
    scopes.has('own') && viewer ? entity.rows?.own?.(viewer) : undefined,
  ].filter((condition) => condition !== undefined);
  return conditions.length > 0 ? or(...conditions) : sql`false`;
}

const SEES_PRIVATE = '_seesPrivate';

/** Columns to select: each field, and whether the viewer may see the row's private ones. */
export function selection(entity: Entity, viewer: Viewer): Record<string, PgColumn | SQL.Aliased> {
  const rows = entity.rows?.private ?? entity.rows?.own;
  const theirs = viewer ? rows?.(viewer) : undefined;
  const seesPrivate = roleOf(viewer).administers ? sql`true` : sql`coalesce(${theirs ?? sql`false`}, false)`;
  const columnOf = (name: string): PgColumn | SQL.Aliased | undefined => {
    const field = entity.fields[name];
    if (!is(field, SQL)) return field;
    // Not computed for others: its cost depends on how much the owner has stored.
    const isPrivate = entity.privateFields?.includes(name);
    return (isPrivate ? sql`case when ${seesPrivate} then ${field} end` : field).as(name);
  };
  const fields = Object.keys(entity.schema.row.shape).flatMap((name) => {
    const column = columnOf(name);
    return column ? [[name, column]] : [];
  });
  return { ...Object.fromEntries(fields), [SEES_PRIVATE]: seesPrivate.as(SEES_PRIVATE) };
}

export function withoutPrivate(entity: Entity, { [SEES_PRIVATE]: seesPrivate, ...row }: Row): Row {
  if (seesPrivate) return row;
  for (const field of entity.privateFields ?? []) delete row[field];
  return row;
}

export async function findRow(
  entity: Entity,
  viewer: Viewer,
  id: string,
  scopes: ReadonlySet<Scope>,
  on: Database | Transaction = db,
): Promise<Row | undefined> {
  if (!isKey(entity, id)) return undefined;
  const [row] = await on
    .select(selection(entity, viewer))
    .from(entity.table)
    .where(and(eq(entity.key, id), rowsIn(entity, viewer, scopes)));
  return row && withoutPrivate(entity, row);
}

/**
 * Reads a row that must be visible. @throws ProtocolError NOT_FOUND rather than FORBIDDEN, so as not to reveal that an
 * invisible row exists
 */
export async function requireVisible(entity: Entity, viewer: Viewer, id: string): Promise<Row> {
  const row = await findRow(entity, viewer, id, readableBy(entity, viewer));
  if (!row) throw forbidden(viewer, 'NOT_FOUND');
  return row;
}

/** The scopes of rows that the viewer may read. */
export function readableBy(entity: Entity, viewer: Viewer): Set<Scope> {
  return scopesOf(entity.permissions, 'read', roleOf(viewer));
}

/** Applies `writesPublic` to a row that was just written. @throws ProtocolError INVALID_DATA */
export async function requireWritten(
  tx: Transaction,
  entity: Entity,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const { writesPublic: path } = entity;
  if (!path || roleOf(viewer).administers) return;
  const written = and(eq(entity.key, id), entity.rows?.public?.(viewer));
  const shown = await tx.select({ id: entity.key }).from(entity.table).where(written);
  if (shown.length > 0) return;
  throw new ProtocolError('INVALID_DATA', [
    { path, message: 'does not exist', problem: { kind: 'unknown' } },
  ]);
}

const uuid = z.uuid();

function isKey(entity: Entity, id: string): boolean {
  return entity.key.columnType === 'PgUUID' ? uuid.safeParse(id).success : /^[\w-]{1,60}$/.test(id);
}
