import { and, count, eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Viewer } from '#app/http/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Entity } from '../entity.server.ts';
import { type Scope, scopesOf } from '../permissions.ts';
import { refuse } from './database-refusal.server.ts';
import { columnValues, parseInput } from './input.server.ts';
import { parseListQuery } from './list-query.server.ts';
import {
  asker,
  findRow,
  grantedScopes,
  type Row,
  requireVisible,
  requireWritten,
  rowsIn,
  selection,
  shown,
} from './rows.server.ts';

/** Any number not used for another advisory lock. */
const RULED_DELETION_LOCK = 360_362;

export const listSchema = (row: z.ZodType<Row>) =>
  z.object({
    entities: z.array(row),
    total: z.int().meta({ description: 'Rows on all pages' }),
    page: z.int(),
    size: z.int(),
  });
export type List = z.output<ReturnType<typeof listSchema>>;

/**
 * One page of an entity's rows that the viewer may see.
 * @param query see `parseListQuery`
 * @param scopes restricts the scopes that the permissions grant, e.g. to public rows
 * @throws ProtocolError INVALID_DATA, NOT_SIGNED_IN, FORBIDDEN
 */
export async function listRows(
  entity: Entity,
  viewer: Viewer,
  query: URLSearchParams,
  scopes?: readonly Scope[],
): Promise<List> {
  const granted = grantedScopes(entity, viewer, 'read');
  const { page, size, where, orderBy } = parseListQuery(entity, query, granted.has('any'));
  const inScope = and(rowsIn(entity, viewer, scopes ? intersection(granted, scopes) : granted), where);
  const rows = db
    .select(selection(entity, viewer))
    .from(entity.table)
    .where(inScope)
    .orderBy(...orderBy)
    .limit(size)
    .offset((page - 1) * size);
  const total = db.select({ total: count() }).from(entity.table).where(inScope);
  const [found, [counted]] = await Promise.all([rows, total]).catch(refuse(entity));
  return {
    entities: found.map((row) => shown(entity, row)),
    total: counted?.total ?? 0,
    page,
    size,
  };
}

/** @throws ProtocolError NOT_FOUND if there is no row visible to the viewer; as `grantedScopes` */
export async function readRow(entity: Entity, viewer: Viewer, id: string): Promise<Row> {
  const row = await findRow(entity, viewer, id, grantedScopes(entity, viewer, 'read'));
  if (!row) throw new ProtocolError('NOT_FOUND');
  return row;
}

/**
 * @returns the new row; an empty object if the viewer may not see it
 * @throws ProtocolError INVALID_DATA, ALREADY_EXISTS, NOT_SIGNED_IN, FORBIDDEN, METHOD_NOT_ALLOWED
 */
export async function createRow(entity: Entity, viewer: Viewer, body: unknown): Promise<Row> {
  grantedScopes(entity, viewer, 'create');
  const input = parseInput(entity, body, asker(viewer).administers, 'create');
  const values = { ...columnValues(entity, input), ...entity.values?.(input, viewer, 'create') };
  const id = await inTransaction(async (tx) => {
    const insert = tx.insert(entity.table).values(values);
    const [row] = await (entity.hidesDuplicates ? insert.onConflictDoNothing() : insert).returning({
      id: entity.key,
    });
    if (row && entity.relate) await entity.relate(tx, String(row.id), input);
    if (row) await requireWritten(tx, entity, viewer, String(row.id));
    if (row) await entity.admitNew?.(tx, String(row.id));
    return row ? String(row.id) : null;
  }).catch(refuse(entity));
  const readable = scopesOf(entity.permissions, 'read', asker(viewer));
  return (id !== null && (await findRow(entity, viewer, id, readable))) || {};
}

/**
 * Updates only the given fields of a row.
 * @param body some of a row's fields, and the `version` it had when it was read
 * @throws ProtocolError STALE with the current row if it has changed since; INVALID_DATA,
 *   ALREADY_EXISTS, NOT_FOUND, NOT_SIGNED_IN, FORBIDDEN, METHOD_NOT_ALLOWED
 */
export async function updateRow(entity: Entity, viewer: Viewer, id: string, body: unknown): Promise<Row> {
  const granted = grantedScopes(entity, viewer, 'update');
  await requireVisible(entity, viewer, id);
  const input = parseInput(entity, body, asker(viewer).administers, 'update');
  const { version } = getTableColumns(entity.table);
  if (!version) throw new ProtocolError('METHOD_NOT_ALLOWED');
  const values = { ...columnValues(entity, input), ...entity.values?.(input, viewer, 'update') };
  const allowed = and(eq(entity.key, id), rowsIn(entity, viewer, granted));
  const current = and(allowed, eq(version, input.version));
  const changed = await inTransaction(async (tx) => {
    if (entity.beforeUpdate) {
      const [row] = await tx.select({ id: entity.key }).from(entity.table).where(current).for('update');
      if (!row) return false;
      await entity.beforeUpdate(tx, id, input, viewer);
    }
    const rows = await tx
      .update(entity.table)
      .set({ ...values, version: sql`${version} + 1`, updatedAt: sql`now()` })
      .where(current)
      .returning({ id: entity.key });
    if (rows.length === 0) return false;
    await entity.relate?.(tx, id, input);
    await requireWritten(tx, entity, viewer, id);
    return true;
  }).catch(refuse(entity));
  if (changed) return readRow(entity, viewer, id);
  const theirs = await readRow(entity, viewer, id);
  const mine = await db.select({ id: entity.key }).from(entity.table).where(allowed);
  throw mine.length > 0 ? new ProtocolError('STALE', undefined, theirs) : new ProtocolError('FORBIDDEN');
}

/** @throws ProtocolError IN_USE, NOT_FOUND, NOT_SIGNED_IN, FORBIDDEN, METHOD_NOT_ALLOWED */
export async function deleteRow(entity: Entity, viewer: Viewer, id: string): Promise<void> {
  const granted = grantedScopes(entity, viewer, 'delete');
  await requireVisible(entity, viewer, id);
  const deleted = await inTransaction(async (tx) => {
    const allowed = and(eq(entity.key, id), rowsIn(entity, viewer, granted));
    // Rules read other rows: serialise such deletions, so that each sees the effects of earlier ones and none
    // deadlock.
    if (entity.beforeDelete) await tx.execute(sql`select pg_advisory_xact_lock(${RULED_DELETION_LOCK})`);
    const [row] = await tx.select({ id: entity.key }).from(entity.table).where(allowed).for('update');
    if (!row) return false;
    await entity.beforeDelete?.(tx, id);
    await tx.delete(entity.table).where(eq(entity.key, id));
    return true;
  }).catch(refuse(entity, 'IN_USE'));
  if (!deleted) throw new ProtocolError('FORBIDDEN');
}

function intersection(scopes: ReadonlySet<Scope>, others: readonly Scope[]): Set<Scope> {
  // The scope `any` includes all others.
  return new Set(others.filter((scope) => scopes.has(scope) || scopes.has('any')));
}
