import { randomInt, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { booking, callRequest, stream } from '#db/schema/index.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { connectPayouts } from '#scripts/stack/connect-payouts.ts';
import { root } from '#scripts/stack/settings.ts';
import { ensureWebBuild } from '#scripts/stack/web-build.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { makePerson, offerAnyTime, type Person } from '#tests/support/market/bookings.ts';
import { compareSlots } from '#tests/support/market/random-slots.ts';
import { bearer, makeStreamer, makeUser, signIn } from '#tests/support/people/people.ts';
import { makeMediaNode } from '#tests/support/servers/media-node.ts';
import { type PaymentSandbox, startPaymentSandbox } from '#tests/support/servers/payment-sandbox.ts';
import { anyAnswerClient } from '../http-client.ts';
import { underLoad } from '../load.ts';
import { compareClocks } from './clocks.ts';
import { benchEvents } from './events.ts';
import { benchHistories } from './histories.ts';
import { AT_ONCE, type Market, print, times } from './market.ts';
import { benchMeter } from './meter.ts';
import { benchPush } from './push.ts';
import { raceForPerson, raceForSlot } from './races.ts';

const PEOPLE = 1_000;
/** Streamers whose time a streamer books while their own is being booked. */
const OTHERS = 20;
const PAIRS = 20;
const CALLS = 1_000;
const EVENTS_AT_ONCE = 4;
const HOUR_MS = 3_600_000;
/** Number of random selections, over this many random streamers. */
const SELECTIONS = 10_000;
const WORLDS = 100;
const DELETIONS = 1_000;

/**
 * `npm run bench:market`: checks what must hold under concurrent requests, and measures how long they take. Fails if a
 * slot has two winners, a request is both accepted and cancelled, or the server answers unexpectedly.
 */
async function benchMarket(): Promise<void> {
  await ensureWebBuild(root, console.log);
  const cluster = await startTemporaryCluster();
  await migrateDatabase(cluster.url());
  const sandbox = await startPaymentSandbox();
  const settings = { ...sandbox.env, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' };
  const server = await startWebServer(cluster.url(), settings);
  const db = openDatabase(cluster.url());
  const ask = anyAnswerClient(server.url, AT_ONCE);
  const market: Market = {
    db,
    post: (path, as, body = {}) => ask({ path, method: 'POST', headers: bearer(as.token), body }),
    get: (path, as) => ask({ path, headers: as && bearer(as.token) }),
    remove: (path, as) => ask({ path, method: 'DELETE', headers: bearer(as.token) }),
  };
  try {
    await makeMediaNode(db);
    const people = await times(PEOPLE, () => makePerson(db));
    const streamer = await makeSeller(market, sandbox.env);
    compareClocks();
    await slots(market, streamer);
    await random(market, sandbox.env);
    await deletions(market, sandbox.env);
    await raceForSlot(market, streamer, people);
    const others = await times(OTHERS, () => makeSeller(market, sandbox.env));
    await raceForPerson(market, streamer, others, people);
    await answers(market, people);
    await events(sandbox, server.url);
  } finally {
    await db.$client.end();
    await server.stop();
    await sandbox.close();
    await cluster.stop();
  }
}

type Env = Parameters<typeof connectPayouts>[1];

/** Creates a streamer who offers any time and has a payout account. */
async function makeSeller({ db }: Market, env: Env): Promise<Person> {
  const person = await makePerson(db);
  await makeStreamer(db, person.id);
  await offerAnyTime(db, person.id);
  await connectPayouts(db, env, person.id);
  return person;
}

/** Measures reading one week of slots, and six. */
async function slots({ get }: Market, { id }: Person): Promise<void> {
  const from = new Date().toISOString().slice(0, 10);
  for (const days of [7, 42]) {
    const { rate, p50, p99 } = await underLoad(
      () => get(`/api/user/streamer/${id}/slots?from=${from}&days=${days}`),
      1,
      3_000,
    );
    print(
      `slots of ${days} days`,
      `${rate.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
  }
}

/** Checks the slots and bookings of random streamers. */
async function random({ db, post, get }: Market, env: Env): Promise<void> {
  const site = {
    db,
    get: async (path: string, as: Person): Promise<unknown> => JSON.parse((await get(path, as)).text),
    post: async (path: string, as: Person, body: object) => (await post(path, as, body)).status,
    makePayable: (userId: string) => connectPayouts(db, env, userId),
  };
  const { booked, refused } = await compareSlots(site, { worlds: WORLDS, selections: SELECTIONS / WORLDS });
  const all = `${SELECTIONS} choices of ${WORLDS} streamers' slots`;
  print(all, `as shown: ${booked} booked, ${refused} refused`);
}

/** Deletes accounts while they book or are booked. */
async function deletions(market: Market, env: Env): Promise<void> {
  const { db, post, remove } = market;
  const adminId = await makeUser(db, {}, ['ADMIN']);
  const admin = { id: adminId, token: await signIn(db, adminId) };
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 60 * HOUR_MS;
  const slots = [new Date(start).toISOString()];
  let booked = 0;
  await times(DELETIONS, async (nth) => {
    const [streamer, viewer] = [await makeSeller(market, env), await makePerson(db)];
    const wanted = {
      producerId: streamer.id,
      slots,
      amount: 3_000,
      currency: 'EUR',
      clientKey: randomUUID(),
    };
    const gone = nth % 2 === 0 ? streamer : viewer;
    const remover = () => remove(`/api/user/${gone.id}`, admin);
    // Either of the two requests may come first.
    const first = nth % 4 < 2 ? remover() : null;
    const [books, deletes] = await Promise.all([post('/api/booking', viewer, wanted), first ?? remover()]);
    if (deletes.status !== 200 || ![201, 401, 404, 409].includes(books.status))
      throw new Error(`deleted ${deletes.status} ${deletes.text}, booked ${books.status} ${books.text}`);
    if (books.status === 201) booked += 1;
  });
  const open = sql`${booking.status} <> 'CANCELLED' and num_nulls(${booking.producerId}, ${booking.consumerId}) > 0`;
  const left = await db.$count(booking, open);
  if (left > 0) throw new Error(`${left} open bookings without their people`);
  print(`${DELETIONS} accounts deleted while booked`, `none is left open; ${booked} were booked before`);
}

/** Accepts and cancels requests at the same moment. */
async function answers({ db, post }: Market, people: readonly Person[]): Promise<void> {
  let accepted = 0;
  const pairs = Array.from({ length: PAIRS }, (_, i) => people.slice(2 * i, 2 * i + 2));
  await Promise.all(
    pairs.map(async ([streamer, caller]) => {
      if (!streamer || !caller) return;
      for (let call = 0; call < CALLS / PAIRS; call++) {
        const id = await ring(db, streamer, caller);
        const [accept, cancel] = await Promise.all([
          post(`/api/request/${id}/accept`, streamer),
          post(`/api/request/${id}/cancel`, caller),
        ]);
        const isAccepted = accept.status === 200;
        if ([accept.status, cancel.status].toSorted().join() !== '200,409')
          throw new Error(`accept ${accept.status} ${accept.text}, cancel ${cancel.status} ${cancel.text}`);
        const [row] = await db.select().from(callRequest).where(eq(callRequest.id, id));
        const streams = await db.$count(stream, eq(stream.requestId, id));
        if (row?.status !== (isAccepted ? 'ACCEPTED' : 'CANCELLED') || streams !== (isAccepted ? 1 : 0))
          throw new Error(`${row?.status} with ${streams} streams`);
        if (!isAccepted) continue;
        accepted += 1;
        await db.update(callRequest).set({ overAt: sql`now()` }).where(eq(callRequest.id, id));
      }
    }),
  );
  print(`${CALLS} calls accepted and cancelled at once`, `one wins each time: ${accepted} accepted`);
}

/** Measures how many Stripe events are processed per second, each a new one. */
async function events({ secrets, stripe }: PaymentSandbox, url: string): Promise<void> {
  const ask = anyAnswerClient(url, EVENTS_AT_ONCE);
  const object = { id: 'ch_1', object: 'charge' };
  const send = async () => {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'charge.expired', livemode: false };
    const payload = JSON.stringify({ ...event, data: { object } });
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: secrets.webhook });
    const headers = { 'Stripe-Signature': signature };
    const body = Buffer.from(payload);
    const { status } = await ask({ path: '/api/stripe/webhook', method: 'POST', headers, body });
    if (status !== 200) throw new Error(`an event was answered with ${status}`);
  };
  const { rate, p50, p99 } = await underLoad(send, EVENTS_AT_ONCE, 5_000);
  print(
    'events of payments taken',
    `${rate.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${EVENTS_AT_ONCE} at once`,
  );
}

/** Inserts a ringing request. @returns its id */
async function ring(db: Database, streamer: Person, caller: Person): Promise<string> {
  const [made] = await db
    .insert(callRequest)
    .values({
      ...{ producerId: streamer.id, consumerId: caller.id, status: 'RINGING', budgetMinutes: 10 },
      ...{ priceMinor: 100, currency: 'EUR', amount: 1_000, clientKey: randomUUID() },
      ringUntil: sql`now() + interval '1 minute'`,
    })
    .returning({ id: callRequest.id });
  if (!made) throw new Error('no request was made');
  return made.id;
}

const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
/**
 * `npm run bench:market -- --histories 10000`, with the `--seed` and `--path` printed by a failed one; `-- --events
 * 1000`, `-- --meter`, `-- --push`.
 */
const {
  histories,
  events: stories,
  meter,
  push,
  ...chosen
} = parseArgs({
  options: { histories: text, events: text, meter: flag, push: flag, seed: text, path: text },
}).values;
const seed = chosen.seed === undefined ? randomInt(2 ** 31) : Number(chosen.seed);

/** Runs a benchmark on a separate database. */
async function onDatabase(bench: (url: string) => Promise<void>): Promise<void> {
  const cluster = await startTemporaryCluster();
  try {
    await migrateDatabase(cluster.url());
    await bench(cluster.url());
  } finally {
    await cluster.stop();
  }
}

if (histories)
  await onDatabase((url) => benchHistories(url, { count: Number(histories), seed, path: chosen.path }));
else if (stories) await onDatabase((url) => benchEvents(url, { count: Number(stories), seed }));
else if (push) await onDatabase(benchPush);
else if (meter) {
  await benchMeter();
  // libdatachannel's threads would keep the process alive.
  process.exit(0);
} else await benchMarket();
