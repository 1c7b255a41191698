import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase, type Transaction } from './client.ts';
import { createTestDatabase } from './tests/database.ts';
import { DATABASE_WAITS } from './waits.ts';

let url: string;
let db: Database;
beforeAll(async () => {
  url = await createTestDatabase();
  db = openDatabase(url);
});
afterAll(() => db.$client.end());

it.each([
  ['int[]', [1, -2, null]],
  ['text[]', ['a,b', '{c}', 'a "quoted" \\ text', '', 'ñ', 'NULL']],
  ['uuid[]', ['0b3d6f5e-6a7b-4f0e-8a53-0d7a3f1c2b4d']],
  ['text[]', []],
])('sends and receives %s', async (type, values) => {
  const [row] = await db.$client.unsafe(`select $1::${type} as sent, cardinality($1::${type}) as count`, [
    values,
  ]);
  expect(row).toEqual({ sent: values, count: values.length });
});

it('receives arrays of columns and aggregates', async () => {
  const [row] = await db.execute(
    sql`select array(select 'x' union all select 'y') as texts, array_agg(n) as integers from generate_series(1, 2) n`,
  );
  expect(row).toEqual({ texts: ['x', 'y'], integers: [1, 2] });
});

describe('frequent queries', () => {
  /** Number of statements prepared on the transaction's connection. */
  const prepared = async (tx: Transaction, beginning: string): Promise<number> => {
    const like = `${beginning}%`;
    const [row] = await tx.execute(
      sql`select count(*)::int as count from pg_prepared_statements where statement like ${like}`,
    );
    return Number(row?.count);
  };

  it('are prepared, also in transactions, with the same results', () =>
    db.transaction(async (tx) => {
      const counts: number[] = [];
      for (const n of Array.from({ length: 8 }, (_, index) => index)) {
        const [row] = await tx.execute(sql`select ${n}::int as often`);
        expect(row).toEqual({ often: n });
        counts.push(await prepared(tx, 'select $1::int as often'));
      }
      expect(counts[0]).toBe(0);
      expect(counts.at(-1)).toBe(1);
    }));

  it('are limited in number, as each prepared text takes memory', () =>
    db.transaction(async (tx) => {
      for (let text = 0; text < 250; text++)
        for (let time = 0; time < 6; time++)
          await tx.execute(sql`select ${time}::int as ${sql.identifier(`many_${text}`)}`);
      const kept = await prepared(tx, 'select $1::int as "many_');
      expect(kept).toBeGreaterThan(100);
      expect(kept).toBeLessThanOrEqual(200);
    }));
});

it('reports how long queries and transactions waited for a connection', async () => {
  const waits: number[] = [];
  const hear = (seconds: unknown) => waits.push(Number(seconds));
  subscribe(DATABASE_WAITS, hear);
  onTestFinished(() => void unsubscribe(DATABASE_WAITS, hear));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const most = db.$client.options.max;
  const holding = Array.from({ length: most }, () => db.transaction(() => released));
  await expect.poll(() => waits).toHaveLength(most);
  const waiting = Promise.all([
    db.execute(sql`select ${1}::int`),
    db.transaction((tx) => tx.execute(sql`select 1`)),
  ]);
  // By the end, both would have been sent if they did not wait.
  await db.$client.listen('nothing', () => {});
  const from = performance.now();
  await db.$client.listen('nothing more', () => {});
  expect(waits).toHaveLength(most);
  const held = (performance.now() - from) / 1000;
  release();
  await Promise.all([...holding, waiting]);
  expect(waits).toHaveLength(most + 2);
  for (const wait of waits.slice(most)) expect(wait).toBeGreaterThanOrEqual(held);
});
