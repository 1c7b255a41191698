import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import { forbidden, type Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Entity } from '../entity.server.ts';
import type { Scope } from '../permissions.ts';
import { recordWrite } from './audit.server.ts';
import { refuse } from './database-refusal.server.ts';
import { columnValues, parseInput } from './input.server.ts';
import { parseListQuery } from './list-query.server.ts';
import { withinLimit } from './row-limit.server.ts';
import {
  findRow,
  grantedScopes,
  type Row,
  readableBy,
  requireVisible,
  requireWritten,
  roleOf,
  rowsIn,
  selection,
  withoutPrivate,
} from './rows.server.ts';

/** Any number not used for another advisory lock. */
const CHECKED_DELETION_LOCK = 360_362;

export const listSchema = (row: z.ZodType<Row>) =>
  z.object({
    entities: z.array(row),
    total: z.int().meta({ description: 'Rows on all pages' }),
    page: z.int(),
    size: z.int(),
  });
export type List = z.output<ReturnType<typeof listSchema>>;

/**
 * Lists one page of an entity's rows that the viewer may see.
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
  const listed = granted.has('any') ? undefined : entity.rows?.listed?.(viewer);
  const inScope = and(
    rowsIn(entity, viewer, scopes ? intersection(granted, scopes) : granted),
    listed,
    where,
  );
  // Counted in the same query, so that rows and total are consistent.
  const counted = sql`(select count(*) from ${entity.table} where ${inScope ?? sql`true`})`;
  const found = await db
    .select({ ...selection(entity, viewer), [TOTAL]: counted.mapWith(Number).as(TOTAL) })
    .from(entity.table)
    .where(inScope)
    .orderBy(...orderBy)
    .limit(size)
    .offset((page - 1) * size)
    .catch(refuse(entity));
  const [first] = found;
  // A page past the last one has no row to carry the total.
  const total = first ? first[TOTAL] : page > 1 ? await db.$count(entity.table, inScope) : 0;
  return {
    entities: found.map(({ [TOTAL]: _, ...row }) => withoutPrivate(entity, row)),
    total: totalSchema.parse(total),
    page,
    size,
  };
}

const TOTAL = '_total';
const totalSchema = z.int();

/** @throws ProtocolError NOT_FOUND if there is no row visible to the viewer; as `grantedScopes` */
export async function readRow(entity: Entity, viewer: Viewer, id: string): Promise<Row> {
  const row = await findRow(entity, viewer, id, grantedScopes(entity, viewer, 'read'));
  if (!row) throw forbidden(viewer, 'NOT_FOUND');
  return row;
}

/**
 * @returns the new row; an empty object if the viewer may not see it
 * @throws ProtocolError INVALID_DATA, ALREADY_EXISTS, TOO_MANY, NOT_SIGNED_IN, FORBIDDEN, METHOD_NOT_ALLOWED
 */
export async function createRow(entity: Entity, viewer: Viewer, body: unknown): Promise<Row> {
  grantedScopes(entity, viewer, 'create');
  const input = parseInput(entity, body, roleOf(viewer).administers, 'create');
  const values = { ...columnValues(entity, input), ...entity.values?.(input, viewer, 'create') };
  const write = async (tx: Transaction) => {
    const insert = tx.insert(entity.table).values(values);
    const [row] = await (entity.hidesDuplicates ? insert.onConflictDoNothing() : insert).returning({
      id: entity.key,
    });
    if (!row) return undefined;
    const id = String(row.id);
    await entity.relate?.(tx, id, input);
    await requireWritten(tx, entity, viewer, id);
    await entity.admitNew?.(tx, id);
    const after = await findRow(entity, viewer, id, readableBy(entity, viewer), tx);
    await recordWrite(tx, entity, viewer, { action: 'CREATE', id, after });
    return after;
  };
  const { rowLimit } = entity;
  const written = await inTransaction((tx) =>
    viewer && rowLimit && rowLimit !== 'anonymousRow'
      ? withinLimit(tx, rowLimit, viewer.id, () => write(tx))
      : write(tx),
  ).catch(refuse(entity));
  return written ?? {};
}

/**
 * Updates only the given fields of a row.
 * @param body some of a row's fields, and the `version` it had when it was read
 * @throws ProtocolError STALE with the current row if it has changed since; INVALID_DATA,
 *   ALREADY_EXISTS, NOT_FOUND, NOT_SIGNED_IN, FORBIDDEN, METHOD_NOT_ALLOWED
 */
export async function updateRow(entity: Entity, viewer: Viewer, id: string, body: unknown): Promise<Row> {
  const granted = grantedScopes(entity, viewer, 'update');
  const before = await requireVisible(entity, viewer, id);
  const input = parseInput(entity, body, roleOf(viewer).administers, 'update');
  const { version } = getTableColumns(entity.table);
  if (!version) throw new ProtocolError('METHOD_NOT_ALLOWED');
  const values = { ...columnValues(entity, input), ...entity.values?.(input, viewer, 'update') };
  const allowed = and(eq(entity.key, id), rowsIn(entity, viewer, granted));
  const current = and(allowed, eq(version, input.version));
  const update = async (tx: Transaction) => {
    if (entity.beforeUpdate) {
      const [row] = await tx.select({ id: entity.key }).from(entity.table).where(current).for('update');
      if (!row) return null;
      await entity.beforeUpdate(tx, id, input, viewer);
    }
    const rows = await tx
      .update(entity.table)
      .set({ ...values, version: sql`${version} + 1`, updatedAt: sql`now()` })
      .where(current)
      .returning({ id: entity.key });
    if (rows.length === 0) return null;
    await entity.relate?.(tx, id, input);
    await requireWritten(tx, entity, viewer, id);
    const after = await findRow(entity, viewer, id, readableBy(entity, viewer), tx);
    await recordWrite(tx, entity, viewer, { action: 'UPDATE', id, before, after });
    return { after };
  };
  // A version that did not exist yet when the request arrived cannot have been read by its sender.
  const written = before.version === input.version ? await inTransaction(update).catch(refuse(entity)) : null;
  if (written && !written.after) throw new ProtocolError('NOT_FOUND');
  if (written?.after) return written.after;
  const theirs = await readRow(entity, viewer, id);
  const mine = await db.select({ id: entity.key }).from(entity.table).where(allowed);
  throw mine.length > 0 ? new ProtocolError('STALE', undefined, theirs) : forbidden(viewer);
}

/** @throws ProtocolError IN_USE, NOT_FOUND, NOT_SIGNED_IN, FORBIDDEN, METHOD_NOT_ALLOWED */
export async function deleteRow(entity: Entity, viewer: Viewer, id: string): Promise<void> {
  const granted = grantedScopes(entity, viewer, 'delete');
  const before = await requireVisible(entity, viewer, id);
  const deleted = await inTransaction(async (tx) => {
    const allowed = and(eq(entity.key, id), rowsIn(entity, viewer, granted));
    // These rules read other rows: serialising such deletions lets each see the effects of earlier ones, and avoids
    // deadlocks.
    if (entity.beforeDelete) await waitForCheckedDeletions(tx);
    const [row] = await tx.select({ id: entity.key }).from(entity.table).where(allowed).for('update');
    if (!row) return false;
    await entity.beforeDelete?.(tx, id, viewer);
    // Before the deletion, as the name recorded may be that of the account being deleted.
    await recordWrite(tx, entity, viewer, { action: 'DELETE', id: String(row.id), before });
    await tx.delete(entity.table).where(eq(entity.key, id));
    return true;
  }).catch(refuse(entity, 'IN_USE'));
  if (!deleted) throw forbidden(viewer);
}

/** Waits for other deletions whose rules read other rows, and blocks further ones until the transaction ends. */
export async function waitForCheckedDeletions(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHECKED_DELETION_LOCK})`);
}

function intersection(scopes: ReadonlySet<Scope>, others: readonly Scope[]): Set<Scope> {
  // The scope `any` includes all others.
  return new Set(others.filter((scope) => scopes.has(scope) || scopes.has('any')));
}
