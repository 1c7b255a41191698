import { asc } from 'drizzle-orm';
import { country } from '#db/schema/index.ts';
import { db } from '../db.server.ts';

/** ISO 3166-1 alpha-2. */
export async function countryCodes(): Promise<string[]> {
  const rows = await db.select().from(country).orderBy(asc(country.name));
  return rows.map(({ name }) => name);
}
