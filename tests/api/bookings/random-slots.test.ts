import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareSlots } from '../../support/market/random-slots.ts';
import { bearer } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { makePayable, type Payments, startPayments } from '../../support/servers/payment-sandbox.ts';

let site: Payments;

beforeAll(async () => {
  site = await startPayments({ RATE_LIMITS: 'off' });
});
afterAll(() => site.stop());

it('shows exactly the slots that can be booked', async () => {
  const client = new Client(site.server.url);
  const counts = await compareSlots(
    {
      db: site.db,
      get: async (path, as) => (await client.call(path, { headers: bearer(as.token) })).body,
      post: async (path, as, body) =>
        (await client.call(path, { method: 'POST', headers: bearer(as.token), body })).status,
      makePayable: (userId) => makePayable(site, userId),
    },
    { worlds: 8, selections: 20 },
  );
  expect(counts.booked).toBeGreaterThan(20);
  expect(counts.refused).toBeGreaterThan(20);
});
