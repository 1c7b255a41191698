import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { openDatabase } from '#db/client.ts';
import {
  card,
  payoutAccount,
  session,
  stripeCustomer,
  stripeEnvironment,
  stripeEvent,
  user,
} from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { PASSWORD } from '../../support/people/members.ts';
import { setPassword } from '../../support/people/people.ts';
import type { Answer } from '../../support/servers/client.ts';
import {
  fillIn,
  giveCard,
  type Payments,
  sendEvent,
  startPayments,
} from '../../support/servers/payment-sandbox.ts';
import { type Person, person, send } from '../../support/servers/site.ts';

let site: Payments;
let viewer: Person;
let streamer: Person;

beforeAll(async () => {
  site = await startPayments();
});
afterAll(() => site.stop());
beforeEach(async () => {
  viewer = await person(site.db);
  streamer = await person(site.db, ['PRODUCER']);
  await site.db.update(user).set({ emailVerifiedAt: new Date() });
});

const post = (path: string, as: Person | null = viewer, body?: unknown) =>
  send(site, path, { method: 'POST', as, body });
const urlOf = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(201);
  return z.object({ url: z.string() }).parse(body).url;
};
const saveCard = async (number?: string, as = viewer) => giveCard(urlOf(await post('/api/card', as)), number);
const cardsOf = ({ id }: Person) => site.db.select().from(card).where(eq(card.userId, id));
const rowsOf = ({ id }: Person) => site.db.select().from(payoutAccount).where(eq(payoutAccount.userId, id));
const customersOf = ({ id }: Person) =>
  site.db.select().from(stripeCustomer).where(eq(stripeCustomer.userId, id));
/** Cuts the connection to Stripe for all attempts of Stripe's library. */
const cutOff = (method: string, path: string, when: string) =>
  site.sandbox.control('fail', { method, path, when, cut: true, times: 3 });
/** How many customers and accounts have been created at Stripe. */
const countSchema = z.object({ customers: z.number(), accounts: z.number() });
const countMade = async () => countSchema.parse(await site.sandbox.control('count', {}));
const payoutOf = async (as = streamer) => (await send(site, '/api/payout', { as })).body;

describe('A card', () => {
  it('is saved on Stripe’s page, and listed after its event', async () => {
    expect(await saveCard()).toBe(`${site.server.url}/personal/payment?done=stripe#cards`);
    await expect
      .poll(() => cardsOf(viewer))
      .toMatchObject([{ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2035, isDefault: true }]);
    const { body } = await send(site, '/api/card', { as: viewer });
    expect(body).toMatchObject({ total: 1, entities: [{ last4: '4242' }] });
    expect(JSON.stringify(body)).not.toMatch(/pm_|cus_|fingerprint/);
  });

  it('is listed on return from Stripe, even if the event never arrives', async () => {
    await site.sandbox.control('events', { mode: 'drop' });
    try {
      await saveCard();
      expect(await cardsOf(viewer)).toEqual([]);
      const page = await send(site, '/personal/payment?done=stripe', { as: viewer });
      expect(page.bytes.toString()).toContain('4242');
      expect(await cardsOf(viewer)).toHaveLength(1);
    } finally {
      await site.sandbox.control('events', { mode: 'deliver' });
    }
  });

  it('that is saved twice is listed once, with the later expiry date', async () => {
    await saveCard();
    await expect.poll(() => cardsOf(viewer)).toHaveLength(1);
    await fillIn(urlOf(await post('/api/card')), {
      ...{ number: '4242 4242 4242 4242', month: '1', year: '2040', cvc: '123', name: 'Ana' },
    });
    await expect.poll(() => cardsOf(viewer)).toMatchObject([{ expMonth: 1, expYear: 2040, isDefault: true }]);
  });

  it('can be made the default, and removed, also at Stripe', async () => {
    await saveCard();
    await saveCard('4000002760003184').then((page) => fillIn(page, { answer: 'pass' }));
    await expect.poll(() => cardsOf(viewer)).toHaveLength(2);
    const [first, second] = (await cardsOf(viewer)).toSorted(
      (a, b) => Number(b.isDefault) - Number(a.isDefault),
    );
    expect((await post(`/api/card/${second?.id}/default`)).body).toMatchObject({ isDefault: true });
    expect((await cardsOf(viewer)).find(({ id }) => id === first?.id)).toMatchObject({ isDefault: false });
    expect(await send(site, `/api/card/${second?.id}`, { method: 'DELETE', as: viewer })).toMatchObject({
      status: 200,
    });
    expect(await cardsOf(viewer)).toMatchObject([{ id: first?.id, isDefault: true }]);
  });

  it('that was detached at Stripe is removed by its event', async () => {
    await saveCard();
    await expect.poll(() => cardsOf(viewer)).toHaveLength(1);
    const [own] = await cardsOf(viewer);
    await site.sandbox.stripe.paymentMethods.detach(own?.stripeId ?? '');
    await expect.poll(() => cardsOf(viewer)).toEqual([]);
  });

  it('cannot be seen, preferred or removed by others', async () => {
    await saveCard();
    await expect.poll(() => cardsOf(viewer)).toHaveLength(1);
    const [own] = await cardsOf(viewer);
    expect(await post(`/api/card/${own?.id}/default`, streamer)).toMatchObject({ status: 404 });
    const removal = await send(site, `/api/card/${own?.id}`, { method: 'DELETE', as: streamer });
    expect(removal).toMatchObject({ status: 404 });
    expect(await cardsOf(viewer)).toHaveLength(1);
  });

  it('requires a confirmed email address', async () => {
    await site.db.update(user).set({ emailVerifiedAt: null }).where(eq(user.id, viewer.id));
    expect(await post('/api/card')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it.each(['before', 'after'])(
    'creates one customer, even if the connection to Stripe is cut %s it',
    async (when) => {
      const made = await countMade();
      await cutOff('POST', '^/v1/customers$', when);
      const cut = await post('/api/card');
      expect(cut).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      await saveCard();
      await expect.poll(() => cardsOf(viewer)).toHaveLength(1);
      expect(await customersOf(viewer)).toHaveLength(1);
      expect(await countMade()).toEqual({ ...made, customers: made.customers + 1 });
    },
  );

  it.each(['before', 'after'])('is removed, even if the connection to Stripe is cut %s it', async (when) => {
    await saveCard();
    await expect.poll(() => cardsOf(viewer)).toHaveLength(1);
    const [own] = await cardsOf(viewer);
    const remove = () => send(site, `/api/card/${own?.id}`, { method: 'DELETE', as: viewer });
    await cutOff('POST', '/detach$', when);
    expect(await remove()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    // 404 if Stripe's event has already removed the card.
    expect([200, 404]).toContain((await remove()).status);
    expect(await cardsOf(viewer)).toEqual([]);
    const { customer } = await site.sandbox.stripe.paymentMethods.retrieve(own?.stripeId ?? '');
    expect(customer).toBeNull();
  });
});

const connect = (country?: string, as = streamer) => post('/api/payout', as, country ? { country } : {});
const finish = async (outcome: string, country?: string) =>
  fillIn(urlOf(await connect(country)), { name: 'Ana', outcome });

describe('A payout account', () => {
  it('is connected, and ready once Stripe has all details', async () => {
    expect(await payoutOf()).toMatchObject({ begun: false, connected: false, ready: false });
    expect(await finish('all', 'ES')).toBe(`${site.server.url}/personal/payout`);
    expect(await payoutOf()).toMatchObject({
      country: 'ES',
      connected: true,
      ready: true,
      due: 0,
      refused: false,
    });
    expect(urlOf(await post('/api/payout/dashboard', streamer))).toMatch(/^http/);
  });

  it.each(['before', 'after'])(
    'is created once, even if the connection to Stripe is cut %s it',
    async (when) => {
      const made = await countMade();
      await cutOff('POST', '^/v2/core/accounts$', when);
      expect(await connect('ES')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      await finish('all');
      expect(await payoutOf()).toMatchObject({ connected: true, ready: true });
      expect(await countMade()).toEqual({ ...made, accounts: made.accounts + 1 });
    },
  );

  it('waits for missing details', async () => {
    await finish('some', 'ES');
    expect(await payoutOf()).toMatchObject({ begun: true, connected: false, ready: false, due: 1 });
    expect(await post('/api/payout/dashboard', streamer)).toMatchObject({ status: 404 });
    await finish('all');
    expect(await payoutOf()).toMatchObject({ connected: true, ready: true });
  });

  it('may be refused by Stripe', async () => {
    await finish('rejected', 'ES');
    expect(await payoutOf()).toMatchObject({ ready: false, refused: true });
  });

  it('follows later changes at Stripe, by their events', async () => {
    await finish('all', 'ES');
    await expect.poll(() => rowsOf(streamer)).toMatchObject([{ transfers: 'active' }]);
    const [account] = await rowsOf(streamer);
    await site.sandbox.control('account', {
      account: account?.stripeId,
      transfers: 'restricted',
      due: ['identity.document'],
    });
    await expect
      .poll(() => rowsOf(streamer))
      .toMatchObject([{ transfers: 'restricted', dueCount: 1, submitted: true }]);
  });

  it('requires a country that Stripe pays in', async () => {
    expect(await connect()).toMatchObject({
      status: 400,
      body: { code: 'INVALID_DATA', fields: [{ path: 'country' }] },
    });
    expect(await connect('BR')).toMatchObject({ status: 400, body: { fields: [{ path: 'country' }] } });
  });

  it('requires a streamer with a recently confirmed session', async () => {
    expect(await connect('ES', viewer)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const past = new Date(Date.now() - 24 * 60 * 60_000);
    await site.db.update(session).set({ confirmedAt: past }).where(eq(session.userId, streamer.id));
    expect(await connect('ES')).toMatchObject({ status: 403, body: { code: 'CONFIRM_AGAIN' } });
  });
});

describe('An event', () => {
  const event = { id: `evt_${Date.now()}`, object: 'event', type: 'charge.expired', livemode: false };
  const webhook = '/api/stripe/webhook';
  const deliver = (body: object, secret: string, path = webhook, timestamp?: number) =>
    sendEvent(site, path, body, secret, timestamp);
  const payment = { ...event, data: { object: { id: 'ch_1', object: 'charge' } } };
  const kept = (id: string) => site.db.select().from(stripeEvent).where(eq(stripeEvent.id, id));

  it('is stored once, however often it is delivered', async () => {
    for (let time = 0; time < 3; time++)
      expect(await deliver(payment, site.sandbox.secrets.webhook)).toMatchObject({ status: 200 });
    expect(await kept(payment.id)).toMatchObject([{ objectId: 'ch_1' }]);
    await expect.poll(() => kept(payment.id)).toMatchObject([{ handledAt: expect.any(Date) }]);
  });

  it('is refused unless it has a recent signature by Stripe, for this address, and our mode', async () => {
    const forged = { ...payment, id: `${event.id}x` };
    const old = Math.floor(Date.now() / 1000) - 301;
    for (const answer of [
      await deliver(forged, 'whsec_of_somebody_else_entirely'),
      await deliver(forged, site.sandbox.secrets.accounts),
      await deliver(forged, site.sandbox.secrets.webhook, '/api/stripe/accounts'),
      await deliver(forged, site.sandbox.secrets.webhook, undefined, old),
      await deliver({ ...forged, livemode: true }, site.sandbox.secrets.webhook),
      await post(webhook, null, forged),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await kept(forged.id)).toEqual([]);
  });
});

it.each(['before', 'after'])(
  'Deleting an account removes its cards and closes its account at Stripe, even if the connection is cut %s it',
  async (when) => {
    await setPassword(site.db, streamer.id);
    await saveCard(undefined, streamer);
    await finish('all', 'ES');
    const [customer] = await customersOf(streamer);
    const [account] = await rowsOf(streamer);
    const [customerId, accountId] = [customer?.stripeId ?? '', account?.stripeId ?? ''];
    const path = `/api/user/${streamer.id}`;
    const body = { password: PASSWORD };
    expect(await send(site, path, { method: 'DELETE', as: streamer, body })).toMatchObject({ status: 200 });
    await cutOff('DELETE', 'customers/', when);
    await cutOff('POST', '/close$', when);
    // A row is deleted only after its customer or account at Stripe.
    const left = () =>
      Promise.all([
        site.db.$count(stripeCustomer, isNull(stripeCustomer.userId)),
        site.db.$count(payoutAccount, isNull(payoutAccount.userId)),
      ]);
    await sweep();
    // The row of a closed account may already be gone: Stripe sends an event for it.
    expect((await left())[0]).toBe(1);
    await sweep();
    expect(await left()).toEqual([0, 0]);
    expect(await site.sandbox.stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
    expect(await site.sandbox.stripe.v2.core.accounts.retrieve(accountId)).toMatchObject({ closed: true });
  },
);

/** Runs the sweep and waits until it is done. */
async function sweep(): Promise<void> {
  const id = await queueOn(site.db).send('stripe-sweep', {});
  await expect
    .poll(() => site.db.execute(sql`select state from pgboss.job where id = ${id}`), { timeout: 20_000 })
    .toMatchObject([{ state: 'completed' }]);
}

it('A database of live payments cannot be used with a key of the sandbox', async () => {
  const url = await createTestDatabase();
  const db = openDatabase(url);
  await db.insert(stripeEnvironment).values({ mode: 'LIVE' });
  await db.$client.end();
  const { PORT: _, ...keys } = site.sandbox.env;
  await expect(startWebServer(url, keys)).rejects.toThrow("belongs to Stripe's LIVE mode");
});
