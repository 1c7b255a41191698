import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Transaction } from '#db/client.ts';
import { parameter } from '#db/schema/index.ts';
import { openServicesDatabase } from './tests/database.ts';

let db: Database;
let inTransaction: typeof import('./transaction.server.ts').inTransaction;

beforeAll(async () => {
  db = await openServicesDatabase();
  ({ inTransaction } = await import('./transaction.server.ts'));
});
afterAll(() => db.$client.end());

const append = (tx: Transaction, name: string) =>
  tx
    .update(parameter)
    .set({ value: sql`${parameter.value} || 'x'` })
    .where(eq(parameter.name, name));

it('completes both of two transactions that wait for each other, each once', async () => {
  await db.insert(parameter).values(['one', 'two'].map((name) => ({ name, value: '' })));
  let holding = 0;
  let attempts = 0;
  const write = (first: string, second: string) =>
    inTransaction(async (tx) => {
      attempts++;
      await append(tx, first);
      holding++;
      await expect.poll(() => holding, { timeout: 5_000 }).toBeGreaterThanOrEqual(2);
      await append(tx, second);
    });
  await Promise.all([write('one', 'two'), write('two', 'one')]);
  const rows = await db.select({ value: parameter.value }).from(parameter);
  expect(rows).toEqual([{ value: 'xx' }, { value: 'xx' }]);
  expect(attempts).toBe(3);
});

it('retries no other failure', async () => {
  let attempts = 0;
  const failing = inTransaction(async () => {
    attempts++;
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(attempts).toBe(1);
});
