import { z } from 'zod';
import { migrateDatabase } from '#db/migrate.ts';

/** `node scripts/migrate.ts`: migrates the database at DATABASE_URL, before new servers start. */
const url = z.url({ protocol: /^postgres(ql)?$/, error: 'DATABASE_URL must be a postgres:// address' });

await migrateDatabase(url.parse(process.env.DATABASE_URL));
