import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

/**
 * Opens a process's only connection pool. Close it with `await db.$client.end()`.
 * @param url `postgres://…`
 */
export function openDatabase(url: string) {
  return drizzle(postgres(url, { onnotice: () => {} }), { schema });
}

export type Database = ReturnType<typeof openDatabase>;

/** The argument of the callback of `db.transaction`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
