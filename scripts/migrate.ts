import { z } from 'zod';
import { migrateDatabase } from '#db/migrate.ts';
import { databaseUrl, readEnvironment } from '#protocol/environment.ts';
import { giveToOwner } from './postgres/owner.ts';

/**
 * `node scripts/migrate.ts`: migrates the database at DATABASE_URL, before new servers start. With
 * DATABASE_SUPERUSER_URL, first gives it to DATABASE_URL's role, which is created if missing.
 */
const { DATABASE_URL } = readEnvironment(z.object({ DATABASE_URL: databaseUrl }), process.env);

await giveToOwner(DATABASE_URL);
await migrateDatabase(DATABASE_URL);
