import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { createTestDatabase } from '#db/tests/database.ts';
import { tellLatePayoutStory } from '../../histories/bad-days.ts';
import { DELIVERIES, IN_TIME } from '../../histories/deliveries.ts';
import type { History } from '../../histories/history.ts';
import { tellStory } from '../../histories/story.ts';
import { startWorld, type World } from '../../histories/world.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

let mailbox: Mailbox;
let world: World;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  world = await startWorld(await createTestDatabase(), mailbox.folder);
});
afterAll(async () => {
  await world.stop();
  await rm(mailbox.folder, { recursive: true, force: true });
});

/** The requests about money that the site makes to Stripe. */
const CALLS: readonly [string, 'GET' | 'POST', string][] = [
  ['makes a customer', 'POST', 'customers$'],
  ['opens the page for a card', 'POST', 'sessions$'],
  ['lists cards', 'GET', 'payment_methods$'],
  ['makes an intent', 'POST', 'payment_intents$'],
  ['holds', 'POST', '/confirm$'],
  ['captures', 'POST', '/capture$'],
  ['releases', 'POST', '/cancel$'],
  ['reads an intent', 'GET', 'payment_intents/'],
  ['lists refunds', 'GET', 'refunds$'],
  ['refunds', 'POST', 'refunds$'],
  ['reads a refund', 'GET', 'refunds/'],
  ['reads a dispute', 'GET', 'disputes/'],
  ['reads a transfer', 'GET', 'transfers/'],
  ['takes back from the streamer', 'POST', 'reversals$'],
  ['pays the streamer again', 'POST', 'transfers$'],
  ['lists events', 'GET', 'events$'],
];

/** Its requests if an account is not ready, a dispute is answered or an address changes. */
const RARE_CALLS: typeof CALLS = [
  ['places another hold', 'POST', 'payment_intents$'],
  ['lets the former one go', 'POST', '/cancel$'],
  ['lists transfers', 'GET', 'transfers$'],
  ['pays the streamer later', 'POST', 'transfers$'],
  ['takes back for a refund, and for a dispute', 'POST', 'reversals$'],
  ['answers a dispute', 'POST', 'disputes/'],
  ['tells of a new address', 'POST', 'customers/cus_[^/]*$'],
  ['reads an account', 'GET', 'accounts/'],
];

/** To the site, a response that comes too late is a connection cut after the effect. */
const CUTS: readonly [string, object][] = [
  ['cut off before', { cut: true, when: 'before' }],
  ['cut off after', { cut: true, when: 'after' }],
];
const ERRORS: readonly [string, object][] = [
  ['a key in use', { status: 409, when: 'before' }],
  ['too much to do', { status: 429, when: 'before' }],
  ['a failure before', { status: 500, when: 'before' }],
  ['a failure after', { status: 500, when: 'after' }],
];

/** Writes are cut on both sides. The errors are handled alike, so each request meets one of them. */
const casesOf = (calls: typeof CALLS) =>
  calls.flatMap(([what, method, path], nth) => {
    const errors = ERRORS.filter((_, i) => i === nth % ERRORS.length);
    const failures = method === 'POST' ? [...CUTS, ...errors] : errors;
    return failures.map(([failure, how]) => ({ what, failure, fails: { method, path, ...how } }));
  });

/** Fails all attempts of Stripe's library, and one more. */
const failNext = async (history: History, fails: object) => {
  const { control } = await history.repaired();
  await control('fail', { ...fails, times: 4 });
};

it.each(casesOf(CALLS))(
  'One effect: $what, $failure',
  ({ fails }) => tellStory(world, IN_TIME, (history) => failNext(history, fails)),
  120_000,
);

it.each(casesOf(RARE_CALLS))(
  'One effect in the other story: $what, $failure',
  ({ fails }) => tellLatePayoutStory(world, (history) => failNext(history, fails)),
  120_000,
);

it.each(Object.entries(DELIVERIES))(
  'Events delivered %s lead to the same outcome',
  (_, deliveryOf) => tellStory(world, deliveryOf(7)),
  120_000,
);
