import { type List, listRows } from '#app/entities/crud/crud.server.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import { demoAmong } from '#app/entities/demo.server.ts';
import type { Column, Filter } from '#app/entities/entity-view.ts';
import { redirect } from '#app/http/redirect.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { isLive } from '#app/rooms/live-rooms.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type AdminEntity, mayAdminister } from '../admin-entity.server.ts';
import { countryCodes } from '../countries.server.ts';
import { type Cells, cellsOf } from '../row-values.server.ts';
import type { EntitySection, ListSection } from '../sections.ts';
import { type Titles, titlesIn } from '../titles/titles.server.ts';
import { userIdOf } from '../usernames.server.ts';

export const PAGE_SIZES = [20, 50, 100] as const;
export const DEFAULT_SIZE = 50;

export type ListRow = { id: string; isLive: boolean; isDemo: boolean; cells: Cells };

export type ListPage = {
  section: ListSection;
  columns: readonly Column[];
  filters: readonly Filter[];
  rows: ListRow[];
  total: number;
  page: number;
  pages: number;
  size: number;
  sizes: readonly number[];
  /** Left out of the URL. */
  defaultSize: number;
  /** As in the URL: `-createdAt`. */
  sort: string;
  sortable: string[];
  searchable: boolean;
  /** Query parameters of the URL, except the page. */
  query: [string, string][];
  titles: Titles;
  countries: string[];
  /** Section in which a row can be created; null if none. */
  creates: EntitySection | null;
  /** The URL has an invalid parameter, so no rows were queried. */
  refused: boolean;
};

/**
 * One page of an entity's rows, per the URL: `q`, `sort`, `page`, `size` and the entity's filters.
 * @throws Response that redirects to the same URL without empty parameters
 */
export async function listPage(entity: AdminEntity, viewer: SignedIn, request: Request): Promise<ListPage> {
  const query = filledQuery(request);
  // It says what was just done, and filters nothing.
  query.delete('done');
  const { list, refused } = await rowsOf(entity, viewer, query);
  const { view } = entity;
  const rest = [...query].filter(([name]) => name !== 'page');
  return {
    section: entity.name,
    columns: view.columns,
    filters: view.filters,
    rows: await listedRows(entity, list.entities),
    total: list.total,
    page: list.page,
    pages: Math.max(1, Math.ceil(list.total / list.size)),
    size: list.size,
    sizes: PAGE_SIZES,
    defaultSize: DEFAULT_SIZE,
    sort: query.get('sort') ?? entity.sort[0],
    sortable: entity.sort.map((name) => name.replace(/^-/, '')),
    searchable: (entity.search ?? []).length > 0,
    query: rest,
    titles: await titlesIn(view.columns, list.entities),
    countries: view.filters.some(({ kind }) => kind === 'country') ? await countryCodes() : [],
    creates: mayAdminister(entity, 'create') ? entity.name : null,
    refused,
  };
}

export async function listedRows({ key, name, view }: AdminEntity, rows: readonly Row[]): Promise<ListRow[]> {
  const idOf = (row: Row) => String(row[key.name]);
  const demo = await demoAmong(rows.map(idOf));
  return rows.map((row) => ({
    id: idOf(row),
    isLive: name === 'channel' && isLive(row),
    isDemo: demo.has(idOf(row)),
    cells: cellsOf(view.columns, row),
  }));
}

/** @throws Response that redirects to the same URL without empty parameters */
export function filledQuery(request: Request): URLSearchParams {
  const url = new URL(request.url);
  const filled = [...url.searchParams].filter(([name, value]) => value.trim() !== '' && name !== 'index');
  const query = new URLSearchParams(filled);
  if (request.method === 'GET' && filled.length < url.searchParams.size && !url.searchParams.has('index')) {
    throw redirect(filled.length > 0 ? `${url.pathname}?${query}` : url.pathname);
  }
  return query;
}

async function rowsOf(
  entity: AdminEntity,
  viewer: SignedIn,
  query: URLSearchParams,
): Promise<{ list: List; refused: boolean }> {
  try {
    const list = await listRows(entity, viewer, await apiQuery(entity.view.filters, query));
    return { list, refused: false };
  } catch (error) {
    if (!(error instanceof ProtocolError && error.code === 'INVALID_DATA')) throw error;
    return { list: { entities: [], total: 0, page: 1, size: DEFAULT_SIZE }, refused: true };
  }
}

/** No user has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Converts the URL's query for `parseListQuery`. */
async function apiQuery(filters: readonly Filter[], query: URLSearchParams): Promise<URLSearchParams> {
  const api = new URLSearchParams({ size: String(DEFAULT_SIZE) });
  for (const [name, value] of query) {
    const filter = filters.find((candidate) => candidate.name === name);
    if (filter?.kind === 'user') api.append(name, (await userIdOf(value)) ?? NOBODY);
    else if (filter?.kind !== 'filled') api.set(name, value);
    else if (value === 'no') api.set(name, '');
    // Matches any instant.
    else api.set(`${name}.from`, '0001-01-01');
  }
  return api;
}
