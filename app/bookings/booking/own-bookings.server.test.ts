import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { SOLD, sell } from '#e2e/people/sold-rows.ts';
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

it('counts the bookings that a person has to pay for or to confirm', async () => {
  const { countWaiting } = await import('./own-bookings.server.ts');
  const [producerId, consumerId] = [await makeUser(db), await makeUser(db)];
  await makeStreamer(db, producerId);
  for (const sold of SOLD) await sell(db, { producerId, consumerId }, sold);
  const waiting = (id: string) =>
    countWaiting({
      ...{ id, sessionId: randomUUID(), confirmedAt: new Date(), authorities: new Set<never>() },
      secondFactorMissing: false,
    });
  // Two to confirm; one not paid yet, and one whose card was refused.
  expect(await waiting(producerId)).toEqual({ consumer: 0, producer: 2 });
  expect(await waiting(consumerId)).toEqual({ consumer: 2, producer: 0 });
  expect(await waiting(await makeUser(db))).toEqual({ consumer: 0, producer: 0 });
});
