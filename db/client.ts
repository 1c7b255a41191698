import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

/** Seconds before another attempt to connect. Some 20 in a row by default, which requests would wait for. */
const backoff = (attempts: number) => Math.min(attempts / 20, 1);

/**
 * Opens a process's only connection pool. Close it with `await db.$client.end()`.
 * @param url `postgres://…`
 */
export function openDatabase(url: string) {
  return drizzle(postgres(url, { onnotice: () => {}, backoff }), { schema });
}

export type Database = ReturnType<typeof openDatabase>;

/** The argument of the callback of `db.transaction`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
