import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { booking, callRequest, stream } from '#db/schema/index.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { connectPayouts } from '#scripts/stack/connect-payouts.ts';
import { root } from '#scripts/stack/settings.ts';
import { ensureWebBuild } from '#scripts/stack/web-build.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { makePerson, offerAnyTime, type Person } from '#tests/support/bookings.ts';
import { makeMediaNode } from '#tests/support/media-node.ts';
import { startPaymentSandbox } from '#tests/support/payment-sandbox.ts';
import { bearer, makeStreamer } from '#tests/support/people.ts';
import { anyAnswerClient } from '../http-client.ts';
import { loadOf, underLoad } from '../load.ts';

const PEOPLE = 1_000;
const AT_ONCE = 40;
/** Slots that everybody wants. */
const SLOTS = 10;
const PAIRS = 20;
const CALLS = 1_000;
const HOUR_MS = 3_600_000;

type Answer = { status: number; text: string };
type Market = {
  db: Database;
  /** Sends JSON as someone. */
  post(path: string, as: Person, body?: object): Promise<Answer>;
  get(path: string): Promise<Answer>;
};

/**
 * `npm run bench:market`: what holds when everybody presses at once, and how long it takes. Fails if a slot has two winners,
 * a call is both accepted and cancelled, or the server answers anything that it should not.
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
    get: (path) => ask({ path }),
  };
  try {
    await makeMediaNode(db);
    const people = await times(PEOPLE, () => makePerson(db));
    const streamer = await makePerson(db);
    await makeStreamer(db, streamer.id);
    await offerAnyTime(db, streamer.id);
    await connectPayouts(db, sandbox.env, streamer.id);
    await slots(market, streamer);
    await race(market, streamer, people);
    await answers(market, people);
  } finally {
    await db.$client.end();
    await server.stop();
    await sandbox.close();
    await cluster.stop();
  }
}

/** How long a week of slots takes, and six. */
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

/** Everybody wants the same slot, again and again. */
async function race(
  { db, post }: Market,
  { id: producerId }: Person,
  people: readonly Person[],
): Promise<void> {
  const took: number[] = [];
  const start = performance.now();
  for (let slot = 0; slot < SLOTS; slot++) {
    const startAt = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + (48 + slot * 2) * HOUR_MS);
    const wanted = { producerId, slots: [startAt.toISOString()], amount: 3_000, currency: 'EUR' };
    const answered = await times(people.length, async (nth) => {
      const person = people[nth];
      if (!person) throw new Error('nobody');
      const from = performance.now();
      const { status, text } = await post('/api/booking', person, { ...wanted, clientKey: randomUUID() });
      took.push(performance.now() - from);
      return status === 201 ? 'won' : codeOf(text);
    });
    expectCounts(answered, { won: 1, SLOT_TAKEN: people.length - 1 });
    // As if paid: whoever has two that are not is refused a third.
    const taken = await db
      .update(booking)
      .set({ status: 'CONFIRMED', payBy: null })
      .where(eq(booking.startAt, startAt))
      .returning({ id: booking.id });
    if (taken.length !== 1) throw new Error(`${taken.length} bookings of one slot`);
  }
  const { p50, p99 } = loadOf(took, performance.now() - start);
  const all = `${people.length} people want a slot, ${SLOTS} times`;
  print(all, `one has it each time; p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${AT_ONCE} at once`);
}

/** Calls that are accepted and cancelled in the same moment. */
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

/** A call that rings. @returns its id */
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

/** Does something so many times, some at once. */
async function times<R>(count: number, work: (nth: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  let next = 0;
  const go = async () => {
    for (let nth = next++; nth < count; nth = next++) done[nth] = await work(nth);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, go));
  return done;
}

const codeOf = (text: string): string => z.object({ code: z.string() }).parse(JSON.parse(text)).code;

function expectCounts(found: readonly string[], wanted: Record<string, number>): void {
  const counts: Record<string, number> = {};
  for (const one of found) counts[one] = (counts[one] ?? 0) + 1;
  for (const [name, count] of Object.entries(counts))
    if (count !== wanted[name]) throw new Error(`answers: ${JSON.stringify(counts)}`);
}

function print(label: string, words: string): void {
  console.log(`${label.padEnd(48)}${words}`);
}

await benchMarket();
