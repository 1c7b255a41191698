import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { openDatabase } from './client.ts';
import { migrateJobs } from './jobs.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };
import { seedFragments } from './seed/fragments.ts';
import { seedLookups } from './seed/lookups.ts';

/** Any number not used for another advisory lock. */
const MIGRATION_LOCK = 360_360;

/**
 * Brings a database to the current schema, that of pg-boss included, and seeds its lookups, help pages and pages
 * about the operator. Safe when several processes start at once: one works, the others wait for it.
 * @param url `postgres://…`
 * @throws Error if migrations from before the first release have made the database; it is left as it was
 */
export async function migrateDatabase(url: string): Promise<void> {
  const connection = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // A session lock is bound to the connection that took it, hence max: 1.
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await refuseUnreleased(connection);
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

/** The baseline replaces those migrations, under another date: it would fail on their tables, or never be run. */
async function refuseUnreleased(sql: postgres.Sql): Promise<void> {
  const [baseline] = journal.entries;
  const [table] =
    await sql`select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`;
  if (!table || !baseline) return;
  const [older] = await sql`select from drizzle.__drizzle_migrations where created_at < ${baseline.when}`;
  if (older)
    throw new Error(
      'This database was made before the first release and cannot be migrated. Start with an empty one: delete .data/postgres, or let DATABASE_URL name another database.',
    );
}
