import { inArray, is, SQL, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import { countriesNamed } from '#app/i18n/countries.ts';
import { contains } from '#app/platform/search.server.ts';
import { user } from '#db/schema/index.ts';
import type { Entity, SearchPart } from '../entity.server.ts';

/**
 * SQL condition: one of the parts contains the word. A union of selections, as each can use its own index; alternatives
 * in one condition over several tables cannot.
 */
export function matches({ key, table }: Entity, parts: readonly SearchPart[], word: string): SQL | undefined {
  const named = sql`select ${user.id} from ${user} where ${contains([user.username], word)}`;
  const texts = parts.filter((part) => isText(part));
  const conditions = [
    texts.length > 0 ? contains(texts, word) : undefined,
    ...parts.flatMap((part) => (isText(part) ? [] : [referring(part, word, named)])),
  ].filter((condition) => condition !== undefined);
  if (conditions.length < 2) return conditions[0] ?? sql`false`;
  const selections = conditions.map((condition) => sql`select ${key} from ${table} where ${condition}`);
  return sql`${key} in (${sql.join(selections, sql` union `)})`;
}

function isText(part: SearchPart): part is PgColumn | SQL {
  return is(part, PgColumn) || is(part, SQL);
}

function referring(part: Exclude<SearchPart, PgColumn | SQL>, word: string, named: SQL): SQL | undefined {
  if ('user' in part) return sql`${part.user} in (${named})`;
  const codes = countriesNamed(word);
  return codes.length > 0 ? inArray(part.country, codes) : undefined;
}
