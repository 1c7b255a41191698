import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

/**
 * Opens the one pool of a process. Closing it: `await db.$client.end()`.
 * @param url `postgres://…`
 */
export function openDatabase(url: string) {
  return drizzle(postgres(url, { onnotice: () => {} }), { schema });
}

export type Database = ReturnType<typeof openDatabase>;

/** What `db.transaction` hands to its function. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
