import { readFile } from 'node:fs/promises';
import { type Database, openDatabase } from '#db/client.ts';

/** Does something in the site's own database: for what people would wait minutes or days for. */
export async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(await readFile(process.env.E2E_DATABASE_FILE ?? '', 'utf8'));
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
}
