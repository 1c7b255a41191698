import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { SOLD, sell } from '#e2e/people/sold-rows.ts';
import { netOf } from '#protocol/charge.ts';
import { makeStreamer, makeUser } from '#tests/support/people/people.ts';

let db: Database;
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  db = await openServicesDatabase();
  const service = await import('#app/platform/database.server.ts');
  closeDatabase = () => service.db.$client.end();
});
afterAll(async () => {
  await closeDatabase();
  await db.$client.end();
});

async function earningsOf(id: string) {
  const { readEarnings } = await import('./earnings.server.ts');
  return readEarnings({
    ...{ id, sessionId: randomUUID(), confirmedAt: new Date(), authorities: new Set<never>() },
    secondFactorMissing: false,
  });
}

it('adds up what is left of calls and of fees for cancelling, after our share', async () => {
  const [producerId, consumerId] = [await makeUser(db), await makeUser(db)];
  await makeStreamer(db, producerId);
  for (const name of ['delivered, to be charged', 'cancelled late', 'confirmed', 'rejected']) {
    const sold = SOLD.find((one) => one.name === name);
    if (!sold) throw new Error(`nothing is sold as ${name}`);
    await sell(db, { producerId, consumerId }, sold);
  }
  const { total, sums, weeks } = await earningsOf(producerId);
  // 30.00 for the call, 15.00 for the cancelled one, less 15 % of each.
  expect({ total, sums }).toEqual({ total: 1, sums: [{ currency: 'EUR', earned: 2_550 + 1_275 }] });
  const inWeeks = weeks[0]?.weeks.reduce((sum, { earned }) => sum + earned, 0);
  expect(inWeeks).toBe(2_550 + 1_275);
  expect(await earningsOf(consumerId)).toMatchObject({ total: 0, sums: [], weeks: [] });
});

it('computes the part of a charge in SQL as in JavaScript', async () => {
  const { netSql } = await import('#app/marketplace/payments/earned.server.ts');
  const charges = fc.sample(fc.tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.nat(10_000)), {
    numRuns: 2_000,
    seed: 1,
  });
  const rows = await db.execute(
    sql`select ${netSql(sql`charged`, sql`bps`)}::int as net
      from jsonb_to_recordset(${JSON.stringify(charges.map(([charged, bps]) => ({ charged, bps })))}::jsonb)
      as given(charged int, bps int)`,
  );
  expect([...rows]).toEqual(charges.map(([charged, bps]) => ({ net: netOf(charged, bps) })));
});
