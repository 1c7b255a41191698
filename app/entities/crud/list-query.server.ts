import { and, asc, desc, eq, gte, inArray, is, isNull, lt, or, type SQL } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { wordsOf } from '#app/platform/search.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Entity, SearchPart } from '../entity.server.ts';
import { matches } from './search.server.ts';

/** Maximum rows per page. */
export const MAX_PAGE_SIZE = 100;
export const PAGE_SIZE = 20;
/** Also deeper pages would be slow, as OFFSET reads and discards all earlier rows; clients can filter instead. */
export const MAX_PAGE = 10_000;
/** Rows that a read may discard for a point of the limit `read`. */
const ROWS_A_POINT = 1_000;

export type ListQuery = {
  /** Starts at 1. */
  page: number;
  size: number;
  where: SQL | undefined;
  orderBy: SQL[];
};

// Created once, because creating a schema takes longer than using it.
const wholeTo = (max: number) => z.coerce.number().int().min(1).max(max);
const WHOLE = { page: wholeTo(MAX_PAGE), size: wholeTo(MAX_PAGE_SIZE) };

const whole = (name: keyof typeof WHOLE, value: string) => {
  const parsed = WHOLE[name].safeParse(value);
  if (!parsed.success) throw wrong(name, `must be a whole number from 1 to ${WHOLE[name].maxValue}`);
  return parsed.data;
};

/**
 * Parses a list's paging (`page`, `size`), sorting (`sort=name`, `sort=-name`), search (`q`: all words, each anywhere
 * in the searched parts, ignoring case and accents) and filters: `FIELD=value`, repeated to match any of several
 * values, empty to match rows without one; for numbers and instants also `FIELD.from` (inclusive) and `FIELD.to`
 * (exclusive).
 * @param seesPrivate whether the viewer sees the private fields of every row; others could infer them from filters
 * @throws ProtocolError INVALID_DATA naming the parameter
 */
export function parseListQuery(entity: Entity, query: URLSearchParams, seesPrivate: boolean): ListQuery {
  const conditions: (SQL | undefined)[] = [];
  let page = 1;
  let size = PAGE_SIZE;
  let orderBy = order(entity, entity.sort[0], seesPrivate);
  for (const name of new Set(query.keys())) {
    const value = query.get(name) ?? '';
    if (name === 'page') page = whole(name, value);
    else if (name === 'size') size = whole(name, value);
    else if (name === 'sort') orderBy = order(entity, value, seesPrivate);
    else if (name === 'q') conditions.push(search(entity, value, seesPrivate));
    else conditions.push(filter(entity, name, query.getAll(name), seesPrivate));
  }
  return { page, size, where: and(...conditions), orderBy };
}

/** Points of the limit `read` that a list costs; 0 without valid paging. */
export function costOf(query: URLSearchParams): number {
  const { data: page = 1 } = WHOLE.page.safeParse(query.get('page') ?? 1);
  const { data: size = PAGE_SIZE } = WHOLE.size.safeParse(query.get('size') ?? PAGE_SIZE);
  return Math.floor(((page - 1) * size) / ROWS_A_POINT);
}

function order(entity: Entity, sort: string, seesPrivate: boolean): SQL[] {
  const name = sort.replace(/^-/, '');
  const column = entity.sort.some((known) => known.replace(/^-/, '') === name)
    ? columnOf(entity, name, seesPrivate)
    : undefined;
  if (!column) throw wrong('sort', 'names no field that this list can be sorted by');
  const direction = sort.startsWith('-') ? desc : asc;
  // Tie-breaker: without a total order, rows could move between pages.
  return column === entity.key ? [direction(column)] : [direction(column), direction(entity.key)];
}

function search(entity: Entity, words: string, seesPrivate: boolean): SQL | undefined {
  const parts = (entity.search ?? []).filter((part) => seesPrivate || !isPrivate(entity, part));
  if (parts.length === 0) throw wrong('q', 'this list cannot be searched');
  if (words.length > 100 || words.includes('\0')) throw wrong('q', 'must have at most 100 characters');
  return and(...wordsOf(words).map((word) => matches(entity, parts, word)));
}

function filter(entity: Entity, parameter: string, values: string[], seesPrivate: boolean): SQL | undefined {
  const related = entity.relatedFilters?.[parameter];
  if (related) {
    const known = z.array(related.value).safeParse(values);
    if (!known.success) throw wrong(parameter, known.error.issues[0]?.message ?? 'is not usable');
    return related.where(known.data);
  }
  const [, name = '', bound] = /^([^.]*)(?:\.(from|to))?$/.exec(parameter) ?? [];
  const column = entity.filters?.includes(name) ? columnOf(entity, name, seesPrivate) : undefined;
  if (!column) throw wrong(parameter, 'names no field that this list can be narrowed down by');
  const parsed = values.map((value) => (value === '' ? null : parseValue(column, parameter, value)));
  const [first] = parsed;
  if (bound) {
    if (first === null || first === undefined) throw wrong(parameter, 'must not be empty');
    if (typeof first !== 'number' && !(first instanceof Date)) throw wrong(parameter, 'has no range');
    return bound === 'from' ? gte(column, first) : lt(column, first);
  }
  const some = parsed.filter((value) => value !== null);
  const none = some.length < parsed.length ? isNull(column) : undefined;
  if (some.length === 1) return or(eq(column, some[0]), none);
  return or(some.length > 0 ? inArray(column, some) : undefined, none);
}

function parseValue(column: PgColumn, parameter: string, value: string): string | number | boolean | Date {
  const schema = VALUE_SCHEMAS[column.columnType] ?? VALUE_SCHEMAS[column.dataType] ?? VALUE_SCHEMAS.string;
  const parsed = schema?.safeParse(value);
  if (!parsed?.success) throw wrong(parameter, parsed?.error.issues[0]?.message ?? 'is not usable');
  return parsed.data;
}

const VALUE_SCHEMAS: Record<string, z.ZodType<string | number | boolean | Date> | undefined> = {
  PgUUID: z.uuid(),
  string: z
    .string()
    .max(300)
    .regex(/^[^\0]*$/),
  number: z.string().transform(Number).pipe(z.number()),
  boolean: z.enum(['true', 'false']).transform((value) => value === 'true'),
  date: z.iso
    .datetime({ offset: true })
    .or(z.iso.date())
    .transform((value) => new Date(value)),
};

function columnOf(entity: Entity, field: string, seesPrivate: boolean): PgColumn | undefined {
  if (!seesPrivate && entity.privateFields?.includes(field)) return undefined;
  const column = entity.fields[field];
  return is(column, PgColumn) ? column : undefined;
}

function isPrivate(entity: Entity, part: SearchPart): boolean {
  return entity.privateFields?.some((field) => entity.fields[field] === part) ?? false;
}

function wrong(parameter: string, message: string): ProtocolError {
  return new ProtocolError('INVALID_DATA', [{ path: parameter, message }]);
}
