import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from './client.ts';
import { createTestDatabase } from './test-database.ts';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await createTestDatabase());
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
