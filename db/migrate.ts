import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { openDatabase } from './client.ts';
import { migrateJobs } from './jobs.ts';
import { seedFragments } from './seed/fragments.ts';
import { seedLookups } from './seed/lookups.ts';

/** Any number not used for another advisory lock. */
const MIGRATION_LOCK = 360_360;

/**
 * Brings a database to the current schema, that of pg-boss included, and seeds its lookups, help pages and privacy
 * policy. Safe when several processes start at once: one works, the others wait for it.
 * @param url `postgres://…`
 */
export async function migrateDatabase(url: string): Promise<void> {
  const connection = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // A session lock is bound to the connection that took it, hence max: 1.
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
    await migrate(drizzle(connection), { migrationsFolder });
    await migrateJobs(url);
    const db = openDatabase(url);
    try {
      await seedLookups(db);
      await seedFragments(db);
    } finally {
      await db.$client.end();
    }
  } finally {
    await connection.end();
  }
}
