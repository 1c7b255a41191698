import { Column, getTableColumns, is, SQL } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { postgresErrorOf } from '#app/platform/postgres-error.server.ts';
import { EXCLUSIONS } from '#db/schema/index.ts';
import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import type { Problem } from '#protocol/problem.ts';
import type { Entity } from '../entity.server.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';
const EXCLUSION_VIOLATION = '23P01';
const FOREIGN_KEY_VIOLATION = '23503';
const INTEGRITY_VIOLATION = '23';
const DATA_EXCEPTION = '22';

/**
 * For `catch`: maps a PostgreSQL error to a ProtocolError that names the fields; rethrows other errors.
 * @param missing code for a foreign key violation: a write refers to a missing row, or other rows refer to a
 *   deleted one
 */
export function refuse(entity: Entity, missing: ErrorCode = 'INVALID_DATA') {
  return (error: unknown): never => {
    const cause = postgresErrorOf(error);
    if (!cause) throw error;
    const named = fieldsOf(entity, cause.constraint_name ?? '');
    const fields = (message: string, kind: Problem['kind']) =>
      named.map((path) => ({ path, message, problem: { kind } }));
    if (cause.code === UNIQUE_VIOLATION || cause.code === EXCLUSION_VIOLATION)
      throw new ProtocolError('ALREADY_EXISTS', fields('is taken', 'taken'));
    if (cause.code === FOREIGN_KEY_VIOLATION)
      throw new ProtocolError(missing, fields('does not exist', 'unknown'));
    if (cause.code.startsWith(INTEGRITY_VIOLATION) || cause.code.startsWith(DATA_EXCEPTION)) {
      throw new ProtocolError('INVALID_DATA', fields('is not possible', 'impossible'));
    }
    throw error;
  };
}

/** The fields that a constraint of the entity's table covers. */
function fieldsOf({ table }: Entity, constraint: string): string[] {
  const columns = columnNames(table, constraint);
  return Object.entries(getTableColumns(table))
    .filter(([, { name }]) => columns.includes(name))
    .map(([field]) => field);
}

function columnNames(table: PgTable, constraint: string): (string | undefined)[] {
  const { foreignKeys, indexes, checks, columns } = getTableConfig(table);
  const key = foreignKeys.find((candidate) => candidate.getName() === constraint);
  if (key) return key.reference().columns.map(({ name }) => name);
  const index = indexes.find(({ config }) => config.name === constraint);
  if (index)
    return index.config.columns.flatMap((part) =>
      is(part, SQL) ? namesIn(part) : 'name' in part ? [part.name] : [],
    );
  const check = checks.find(({ name }) => name === constraint);
  if (check) return namesIn(check.value);
  const excluded = EXCLUSIONS[constraint];
  if (excluded) return [...excluded];
  return columns.filter(({ uniqueName }) => uniqueName === constraint).map(({ name }) => name);
}

function namesIn({ queryChunks }: SQL): string[] {
  return queryChunks.filter((chunk) => is(chunk, Column)).map(({ name }) => name);
}
