import { sql } from 'drizzle-orm';
import { type Db, fromDrizzle, PgBoss } from 'pg-boss';
import { type Database, openDatabase } from './client.ts';

/** Runs pg-boss on our own pool and driver; `pg`, which it depends on, never connects. */
export function jobDatabase(db: Database): Db {
  const bound = fromDrizzle(db, sql);
  return {
    executeSql: (text, values = []) =>
      values.length > 0 ? bound.executeSql(text, values.map(bindable)) : runScript(db, text),
    async listen(channel, onNotification, onReconnect) {
      const { unlisten } = await db.$client.listen(channel, onNotification, onReconnect);
      return { close: unlisten };
    },
  };
}

/** Runs several statements in one text. On a pool, `postgres` accepts a transaction only through its own `begin`. */
async function runScript({ $client }: Database, text: string) {
  const transaction = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(text)?.[1];
  const result =
    transaction === undefined
      ? await $client.unsafe(text)
      : await $client.begin((tx) => tx.unsafe(transaction));
  // Several statements return one list of rows each.
  return { rows: result.flat() };
}

/** Binds values as `pg` does: objects as JSON. */
function bindable(value: unknown): unknown {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPlain ? JSON.stringify(value) : (value ?? null);
}

/** Creates or migrates the schema `pgboss`. @param url `postgres://…` */
export async function migrateJobs(url: string): Promise<void> {
  const db = openDatabase(url);
  try {
    const boss = new PgBoss({ db: jobDatabase(db), supervise: false, schedule: false });
    await boss.start();
    await boss.stop({ graceful: false });
  } finally {
    await db.$client.end();
  }
}
