import { z } from 'zod';
import { migrateDatabase } from '#db/migrate.ts';
import { databaseUrl, readEnvironment } from '#protocol/environment.ts';

/** `node scripts/migrate.ts`: migrates the database at DATABASE_URL, before new servers start. */
const { DATABASE_URL } = readEnvironment(z.object({ DATABASE_URL: databaseUrl }), process.env);

await migrateDatabase(DATABASE_URL);
