import { inArray, is, SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Row } from '#app/entities/crud/rows.server.ts';
import type { Column } from '#app/entities/entity-view.ts';
import { db } from '#app/platform/database.server.ts';
import { user } from '#db/schema/index.ts';
import { ADMIN_ENTITIES, type AdminEntity } from '../admin-entity.server.ts';
import { type Cells, cellsOf } from '../row-values.server.ts';

/** A row's title, of which the browser makes words in its language and time zone. */
export type Title = {
  section: AdminEntity['name'];
  columns: readonly Column[];
  /** As the row has them, but with the names of users instead of their ids. */
  cells: Cells;
  text: AdminEntity['view']['titleText'] | null;
};

/** By the rows' ids. */
export type Titles = Record<string, Title>;

const uuid = z.uuid();

/** Titles of all rows that these refer to: one query for each kind of row, and one for the people they name. */
export async function titlesIn(columns: readonly Column[], rows: readonly Row[]): Promise<Titles> {
  const wanted = new Map<AdminEntity, Set<string>>();
  for (const row of rows) {
    for (const column of columns) {
      const entity = referredBy(column, row);
      const { data: id } = uuid.safeParse(row[column.name]);
      if (entity && id) wanted.set(entity, (wanted.get(entity) ?? new Set()).add(id));
    }
  }
  const found = await Promise.all([...wanted].map(([entity, ids]) => readTitled(entity, [...ids])));
  return titlesOf(found.flat());
}

/** The title of a row of an entity. */
export async function titleOf(entity: AdminEntity, row: Row): Promise<Title> {
  const [title] = Object.values(await titlesOf([{ entity, row }]));
  if (!title) throw new Error('A row has a title');
  return title;
}

/** The entity of whose rows a column has ids; undefined if it has other values. */
function referredBy(column: Column, row: Row): AdminEntity | undefined {
  const section = { user: 'user', row: column.kind === 'row' && column.section, anyRow: row.entity };
  if (column.kind !== 'user' && column.kind !== 'row' && column.kind !== 'anyRow') return undefined;
  return ADMIN_ENTITIES.find(({ name }) => name === section[column.kind]);
}

type Titled = { entity: AdminEntity; row: Row };

/** Reads what the titles of some of an entity's rows contain. */
async function readTitled(entity: AdminEntity, ids: readonly string[]): Promise<Titled[]> {
  const { fields, key, table, view } = entity;
  const names = view.title.map(({ name }): string => name);
  if (view.title.some(({ kind }) => kind === 'money')) names.push('currency');
  const columns = names.map((name) => {
    const field = fields[name];
    return [name, is(field, SQL) ? field.as(name) : field];
  });
  const rows: Row[] = await db
    .select({ ...Object.fromEntries(columns), id: key })
    .from(table)
    .where(inArray(key, [...ids]));
  return rows.map((row) => ({ entity, row }));
}

async function titlesOf(titled: readonly Titled[]): Promise<Titles> {
  const people = titled.flatMap(({ entity, row }) =>
    entity.view.title.flatMap(({ kind, name }) => (kind === 'user' ? String(row[name] ?? '') : [])),
  );
  const usernames = await usernamesOf(people.filter(Boolean));
  return Object.fromEntries(
    titled.map(({ entity: { name: section, view }, row }) => {
      const named = view.title.flatMap(({ kind, name }) =>
        kind === 'user' ? [[name, usernames.get(String(row[name])) ?? null]] : [],
      );
      const cells = cellsOf(view.title, { ...row, ...Object.fromEntries(named) });
      return [String(row.id), { section, columns: view.title, cells, text: view.titleText ?? null }];
    }),
  );
}

async function usernamesOf(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { id, username } = user;
  const found = await db
    .select({ id, username })
    .from(user)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(found.map((each) => [each.id, each.username]));
}
