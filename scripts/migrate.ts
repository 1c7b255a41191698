import { z } from 'zod';
import { migrateDatabase } from '#db/migrate.ts';
import { databaseUrl, readEnvironment } from '#protocol/environment.ts';
import { giveDatabaseTo } from './postgres/owner.ts';

/**
 * `node scripts/migrate.ts`: migrates the database at DATABASE_URL, before new servers start. With DATABASE_SUPERUSER_URL,
 * first makes it the property of DATABASE_URL's role, which is created if it is missing.
 */
const { DATABASE_URL, DATABASE_SUPERUSER_URL } = readEnvironment(
  z.object({ DATABASE_URL: databaseUrl, DATABASE_SUPERUSER_URL: databaseUrl.optional() }),
  process.env,
);

if (DATABASE_SUPERUSER_URL) {
  const { username, password, pathname } = new URL(DATABASE_URL);
  const owner = { name: decodeURIComponent(username), password: decodeURIComponent(password) };
  await giveDatabaseTo(owner, pathname.slice(1), DATABASE_SUPERUSER_URL);
}
await migrateDatabase(DATABASE_URL);
