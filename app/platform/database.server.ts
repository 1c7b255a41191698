import { openDatabase } from '#db/client.ts';
import { env } from './env.server.ts';

export const db = openDatabase(env.DATABASE_URL);
