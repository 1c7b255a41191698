import { z } from 'zod';
import { migrateDatabase } from '#db/migrate.ts';

/** `node scripts/migrate.ts`: brings the database of DATABASE_URL up to date, before new servers start. */
const url = z.url({ protocol: /^postgres(ql)?$/, error: 'DATABASE_URL must be a postgres:// address' });

await migrateDatabase(url.parse(process.env.DATABASE_URL));
