import { readFile } from 'node:fs/promises';
import { type Database, openDatabase } from '#db/client.ts';

/** Runs `work` in the site's own database, to skip minutes or days. */
export async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(await readFile(process.env.E2E_DATABASE_FILE ?? '', 'utf8'));
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
}
