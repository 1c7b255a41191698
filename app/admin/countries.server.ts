import { asc } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { country } from '#db/schema/index.ts';

/** ISO 3166-1 alpha-2 codes. */
export async function countryCodes(): Promise<string[]> {
  const rows = await db.select().from(country).orderBy(asc(country.name));
  return rows.map(({ name }) => name);
}
