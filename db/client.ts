import { hostname } from 'node:os';
import process from 'node:process';
import { makePgArray } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { parse } from 'postgres-array';
import { prepareOften } from './prepare.ts';
import * as schema from './schema/index.ts';
import { timeWaits } from './waits.ts';

/** Delay in s before another attempt to connect. The driver's default grows to 20 s, for which requests would wait. */
const backoff = (attempts: number) => Math.min(attempts / 20, 1);

/**
 * @param oid of a built-in type, which never changes:
 *   https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
 */
const arrayType = (oid: number, ofText: (element: string) => unknown = String) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => (Array.isArray(value) ? makePgArray(value) : value),
  parse: (text: string) => parse(text, ofText),
});

/**
 * Array types used by us and pg-boss. By default the driver queries each new connection for all types, and if the
 * connection ends meanwhile, the unhandled rejection ends the process (`fetchArrayTypes` in its connection.js).
 */
const ARRAYS = { integers: arrayType(1007, Number), texts: arrayType(1009), uuids: arrayType(2951) };

/** `application_name` of this process's connections. PostgreSQL keeps 63 bytes. */
const APPLICATION_NAME = `panocall ${process.pid} ${hostname()}`.slice(0, 63);

/**
 * Opens a process's only connection pool. Close it with `await db.$client.end()`.
 * @param url `postgres://…`
 * @param name `application_name` of its connections, by which others see that the process is alive: up to 63
 *   characters
 */
export function openDatabase(url: string, name = APPLICATION_NAME) {
  const client = postgres(url, {
    ...{ onnotice: () => {}, backoff, fetch_types: false, types: ARRAYS },
    connection: { application_name: name },
  });
  timeWaits(client);
  prepareOften(client);
  return drizzle(client, { schema });
}

export type Database = ReturnType<typeof openDatabase>;

/** Argument of the callback of `db.transaction`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
