import { and, eq, getTableColumns, ne } from 'drizzle-orm';
import { z } from 'zod';
import { readRow } from '#app/entities/crud/crud.server.ts';
import { writeSchema } from '#app/entities/crud/input.server.ts';
import type { Column, EntityView, FormField } from '#app/entities/entity-view.ts';
import { languageName } from '#app/entities/lookups/schema.ts';
import { valuesIn } from '#app/forms/values.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { LANGUAGE_RECORDS } from '#app/i18n/language-records.ts';
import { db } from '#app/platform/database.server.ts';
import { type AdminEntity, mayAdminister } from '../admin-entity.server.ts';
import { countryCodes } from '../countries.server.ts';
import type { FormPage, OfferedField, Translation } from '../form/form-page.ts';
import { takesNull } from '../form/input.server.ts';
import { type Cells, cellsOf, valuesOfRow } from '../row-values.server.ts';
import { type Title, type Titles, titleOf, titlesIn } from '../titles/titles.server.ts';
import { type Extra, extraOf } from './extras.server.ts';

export type DetailPage = FormPage & {
  /** Null for a new row. */
  title: Title | null;
  facts: readonly Column[];
  factsFirst: boolean;
  cells: Cells;
  titles: Titles;
  mayDelete: boolean;
  loses: EntityView['loses'];
  /** What only this row's entity shows. */
  extra: Extra | null;
};

/** Data of a row's page. @throws Response 404 */
export async function detailPage(entity: AdminEntity, viewer: SignedIn, id: string): Promise<DetailPage> {
  const { view, name } = entity;
  const row = await readRow(entity, viewer, id).catch(orNotFound);
  const fields = offeredFields(entity, 'update');
  const titles = await titlesIn(view.facts, [row]);
  return {
    section: name,
    id: String(row.id),
    title: await titleOf(entity, row),
    version: typeof row.version === 'number' ? row.version : null,
    fields,
    values: valuesOfRow(fields, row),
    facts: view.facts,
    factsFirst: view.factsFirst === true,
    cells: cellsOf(view.facts, row),
    titles,
    countries: await countriesFor(fields),
    mayDelete: mayAdminister(entity, 'delete'),
    loses: view.loses,
    extra: (await extraOf(entity)?.read({ viewer, id, row })) ?? null,
    translations: await translationsOf(entity, String(row.name ?? ''), row.language),
  };
}

/**
 * Page for a new row. Query parameters prefill its fields, e.g. `?language=SPANISH`.
 * @throws Response 404 if administrators cannot create such rows
 */
export async function newPage(entity: AdminEntity, query: URLSearchParams): Promise<DetailPage> {
  const { view, name } = entity;
  if (!mayAdminister(entity, 'create')) throw new Response(null, { status: 404 });
  const fields = offeredFields(entity, 'create');
  return {
    section: name,
    id: null,
    title: null,
    version: null,
    fields,
    values: valuesIn(query),
    facts: [],
    factsFirst: false,
    cells: {},
    titles: {},
    countries: await countriesFor(fields),
    mayDelete: false,
    loses: view.loses,
    extra: null,
    translations: await translationsOf(entity, query.get('name') ?? '', query.get('language')),
  };
}

function offeredFields(entity: AdminEntity, action: 'create' | 'update'): OfferedField[] {
  const schema = mayAdminister(entity, action) ? writeSchema(entity, true, action) : undefined;
  if (!schema) return [];
  // In the update schema every field is optional; only the create schema shows which ones must not be empty.
  const whole = entity.schema.create ?? schema;
  return entity.view.fields
    .filter(({ name }) => name in schema.shape)
    .map((field) => ({ ...field, optional: takesNull(whole, field.name) }));
}

async function countriesFor(fields: readonly FormField[]): Promise<string[]> {
  return fields.some(({ kind }) => kind === 'country') ? countryCodes() : [];
}

const textSchema = z.object({ id: z.string(), language: languageName, title: z.string(), body: z.string() });

/** Translations of this row; empty for entities without Markdown. */
async function translationsOf(
  { view, table }: AdminEntity,
  name: string,
  language: unknown,
): Promise<Translation[]> {
  const { id, language: languageColumn, name: nameColumn, title, body } = getTableColumns(table);
  if (!view.fields.some(({ kind }) => kind === 'markdown') || name === '' || name.includes('\0')) return [];
  if (!id || !languageColumn || !nameColumn || !title || !body) return [];
  const others = LANGUAGE_RECORDS.filter((candidate) => candidate !== language);
  const rows = await db
    .select({ id, language: languageColumn, title, body })
    .from(table)
    .where(and(eq(nameColumn, name), ne(languageColumn, String(language))));
  const texts = z.array(textSchema).parse(rows);
  return others.map((other) => ({
    language: other,
    row: texts.find((text) => text.language === other) ?? null,
  }));
}
