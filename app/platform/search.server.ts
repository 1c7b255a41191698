import { or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Words of a search; a row must contain each of them. */
export function wordsOf(search: string): string[] {
  return search.split(/\s+/).filter((word) => word !== '');
}

/**
 * Condition: one of the texts contains the word, ignoring case and accents. The index on `fold(…)` of a column finds it
 * if the word has three letters or more. LIKE's own characters are escaped after folding, which can produce them.
 */
export function contains(texts: readonly (PgColumn | SQL)[], word: string): SQL | undefined {
  const pattern = sql`'%' || regexp_replace(fold(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  return or(...texts.map((text) => sql`fold(${text}) like ${pattern}`));
}
