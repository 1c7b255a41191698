import { eq, or, sql } from 'drizzle-orm';
import { booking, busy, callRequest, dispute, ledger, payment, refund, stream } from '#db/schema/index.ts';
import type { History, Sale } from './history.ts';
import { countJobs, runJobs, runScheduled } from './jobs.ts';
import { paymentOf } from './steps.ts';
import { see } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Longer than the farthest booking, its charge and the longest hold together. */
const REST_DAYS = 20;

/** The last round finds nothing to do. */
const ROUNDS_MAX = 8;

const FINAL = ['CAPTURED', 'RELEASED', 'EXPIRED', 'UNPAID'];

/**
 * Repairs all failures, then lets time pass until no events or jobs are left.
 * @param mode the sandbox's event delivery: `hold` until released, or `drop`
 */
export async function bringToEnd(history: History, mode: 'hold' | 'drop' = 'hold'): Promise<void> {
  const { sandbox, fuse } = history.world;
  fuse.putOut();
  await sandbox.control('repair', {});
  await sandbox.control('events', { mode });
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await history.deliverEvents({ release: 'in-order' });
    await runScheduled(history, 'stream-settle');
    await runScheduled(history, 'stripe-sweep');
    // The long round is the second; the others finish what is left.
    const until = new Date(Date.now() + (round === 1 ? REST_DAYS : 1) * DAY_MS);
    await runJobs(history, 0, until);
    await history.wait(Math.max(0, until.getTime() - Date.now()));
    const isQuiet = (await history.deliverEvents({})) === 0 && (await countJobs(history)) === 0;
    if (round > 1 && isQuiet) return;
  }
}

/** Checks the invariants of every history at its end. @throws Error that lists those which do not hold */
export async function expectSound(history: History): Promise<void> {
  const wrong: string[] = [];
  const expect = (isRight: boolean, what: () => string) => {
    if (!isRight) wrong.push(what());
  };
  for (const sale of history.sales) {
    await expectPaid(history, sale, expect);
    await expectTerms(history, sale, expect);
  }
  await expectBalances(history, expect);
  const jobs = await countJobs(history);
  expect(jobs === 0, () => `${jobs} jobs are left`);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

type Expect = (isRight: boolean, what: () => string) => void;

/** Checks that the site, Stripe and the ledger agree on a payment, and that none of it is still open. */
async function expectPaid(history: History, sale: Sale, expect: Expect): Promise<void> {
  const { db, sandbox } = history.world;
  const paid = await paymentOf(history, sale);
  const busyRows = await db.$count(busy, or(eq(busy.bookingId, sale.id), eq(busy.requestId, sale.id)));
  expect(busyRows === 0, () => `${busyRows} busy rows of ${sale.kind} ${sale.id}`);
  // The streamer was busy, so there is no payment.
  if (!paid) return;
  const about = `payment ${paid.id} of ${sale.kind} ${sale.id}`;
  see(history.world, `end: ${sale.kind} ${paid.status}`);
  expect(FINAL.includes(paid.status), () => `${about} is ${paid.status}`);
  expect(paid.formerIntent === null, () => `${about}: the hold before it is not released`);
  const refunds = await db.select().from(refund).where(eq(refund.paymentId, paid.id));
  const given = refunds.filter(({ status }) => status !== 'FAILED');
  const back = given.reduce((sum, { amount }) => sum + amount, 0);
  for (const { status } of refunds) see(history.world, `end: refund ${status}`);
  expect(
    given.every(({ status }) => status === 'SUCCEEDED'),
    () => `${about} has refunds under way`,
  );
  expect(
    back === paid.refunded && back <= paid.captured && paid.captured <= paid.amount,
    () => `${about}: ${paid.refunded} of ${paid.captured} refunded, ${back} in refunds`,
  );
  const disputes = await db.select().from(dispute).where(eq(dispute.paymentId, paid.id));
  for (const { status } of disputes) see(history.world, `end: dispute ${status}`);
  const lost = disputes
    .filter(({ status }) => !/^(won|warning_|prevented)/.test(status))
    .reduce((sum, { amount }) => sum + amount, 0);
  const lines = await db.select().from(ledger).where(eq(ledger.paymentId, paid.id));
  const of = (account: string) =>
    lines.filter((line) => line.account === account).reduce((sum, { amount }) => sum + amount, 0);
  expect(
    of('PAYER') === back + lost - paid.captured,
    () =>
      `${about}: its payer has ${of('PAYER')} in the ledger, captured ${paid.captured}, back ${back}, lost ${lost}`,
  );
  const fee = Number((BigInt(paid.captured) * BigInt(paid.feeBps) * 2n + 10_000n) / 20_000n);
  expect(paid.fee === fee, () => `${about}: the fee of ${paid.captured} is ${paid.fee}`);
  const sums = new Map<string, number>();
  for (const { txKey, currency, amount } of lines)
    sums.set(`${txKey} ${currency}`, (sums.get(`${txKey} ${currency}`) ?? 0) + amount);
  for (const [key, sum] of sums) expect(sum === 0, () => `${key} in the ledger adds up to ${sum}`);
  if (!paid.intent) {
    expect(paid.captured === 0, () => `${about} is captured without an intent`);
    return;
  }
  const { latest_charge: charge, ...intent } = await sandbox.stripe.paymentIntents.retrieve(paid.intent, {
    expand: ['latest_charge'],
  });
  const isCaptured = paid.status === 'CAPTURED';
  expect(
    intent.status === (isCaptured ? 'succeeded' : 'canceled'),
    () => `${about} is ${paid.status}, and ${intent.status} at Stripe`,
  );
  expect(
    intent.amount_received === paid.captured,
    () => `${about}: ${paid.captured} captured, ${intent.amount_received} at Stripe`,
  );
  if (isCaptured && typeof charge === 'object' && charge) {
    const theirs = charge.amount_refunded - ((paid.heldAmount ?? paid.amount) - paid.captured);
    expect(theirs === back, () => `${about}: ${back} refunded, ${theirs} at Stripe`);
  }
}

/** Checks that the payer was charged no more than the terms allow for what was delivered. */
async function expectTerms(history: History, sale: Sale, expect: Expect): Promise<void> {
  const paid = await paymentOf(history, sale);
  if (!paid) return;
  const {
    owed,
    exact,
    what,
    slack = 0,
  } = sale.kind === 'booking'
    ? await owedForBooking(history, sale.id, paid.amount)
    : await owedForCall(history, sale.id);
  see(history.world, `end: ${what}`);
  const isRight =
    paid.captured === 0
      ? !(exact && owed > 0 && paid.status === 'RELEASED')
      : Math.abs(paid.captured - owed) <= slack;
  expect(
    isRight,
    () => `${sale.kind} ${sale.id} (${what}): ${paid.captured} captured (${paid.status}), ${owed} owed`,
  );
}

/**
 * @param exact whether only an expired hold may lower the charge
 * @param slack by how much the charge may differ, as the history measures time a moment before the site does
 */
type Owed = { owed: number; exact: boolean; what: string; slack?: number };

const enough = (amount: bigint): number => (amount < 50n ? 0 : Number(amount));

/** Endings that a payer may cause. */
const BY_PAYER = new Set<string>(['CONSUMER', 'BLOCKED', 'ACCOUNT_DELETED']);

async function owedForBooking(history: History, id: string, amount: number): Promise<Owed> {
  const { db } = history.world;
  const [booked] = await db.select().from(booking).where(eq(booking.id, id));
  if (!booked) throw new Error(`booking ${id} is gone`);
  const { status, endedReason, endedBy, outcome, startAt, createdAt, updatedAt, endAt, priceMinor } = booked;
  const what = `booking ${endedReason ?? outcome ?? status}`;
  const isEnded = endedReason !== null || outcome !== null;
  if (!isEnded) return { owed: 0, exact: true, what: `${what}, which is open` };
  if (endedReason !== null) {
    const before = history.cancelling.get(id);
    if (endedBy === 'PRODUCER' || !BY_PAYER.has(endedReason) || !before?.confirmed)
      return { owed: 0, exact: true, what };
    const left = startAt.getTime() - updatedAt.getTime();
    const age = updatedAt.getTime() - createdAt.getTime();
    const isFree = left >= DAY_MS || (age < 15 * MINUTE_MS && left >= 2 * HOUR_MS);
    const fee = isFree ? 0n : BigInt(amount) / (left < 2 * HOUR_MS ? 1n : 2n);
    return { owed: enough(fee), exact: before.held, what };
  }
  const [counted] = await db.select().from(stream).where(eq(stream.bookingId, id));
  const bookedMs = endAt.getTime() - startAt.getTime();
  const cost = (ms: number) => (BigInt(priceMinor) * BigInt(Math.floor(ms / 1000))) / 60n;
  const leftMs = history.left.get(id);
  if (booked.consumerId === null && leftMs !== undefined && leftMs < bookedMs && !counted?.absent) {
    const missed = leftMs - (counted?.offeredMs ?? 0);
    // A payer who leaves a streamer that is there, or may still come, owes the rest.
    if (missed < Math.min(10 * MINUTE_MS, bookedMs) - 30_000)
      return {
        ...{ owed: enough(cost(bookedMs - (missed > 30_000 ? missed : 0))), exact: false, what },
        slack: Number(cost(1_000)) + 1,
      };
  }
  if (!counted) return { owed: 0, exact: true, what };
  const { deliveredMs, missedMs, absent } = counted;
  if (deliveredMs < 30_000 && absent !== 'CONSUMER') return { owed: 0, exact: true, what };
  if (absent === 'CONSUMER') return { owed: enough(cost(bookedMs)), exact: false, what };
  const isLeft = absent === 'PRODUCER' || missedMs >= Math.min(10 * MINUTE_MS, bookedMs) - 30_000;
  const held = cost(bookedMs - (missedMs > 30_000 ? missedMs : 0));
  const delivered = cost(Math.min(deliveredMs, bookedMs));
  // Deleting an account ends the stream early.
  const isEarly = counted.endedAt !== null && counted.endedAt < endAt;
  const owed = (isLeft || isEarly) && delivered < held ? delivered : held;
  return { owed: enough(owed), exact: false, what };
}

async function owedForCall(history: History, id: string): Promise<Owed> {
  const { db } = history.world;
  const [call] = await db.select().from(callRequest).where(eq(callRequest.id, id));
  const [counted] = await db.select().from(stream).where(eq(stream.requestId, id));
  const what = `call ${call?.status}`;
  if (call?.status === 'PAYING' || call?.status === 'RINGING')
    return { owed: 0, exact: true, what: `${what}, which is open` };
  if (!counted || counted.deliveredMs < 30_000) return { owed: 0, exact: true, what };
  const seconds = Math.floor(Math.min(counted.deliveredMs, counted.budgetMs ?? 0) / 1000);
  return { owed: enough((BigInt(counted.priceMinor) * BigInt(seconds)) / 60n), exact: true, what };
}

/** Checks that the ledger agrees with Stripe on the streamer's and the site's balances. */
async function expectBalances(history: History, expect: Expect): Promise<void> {
  const streamer = await balanceAt(history, history.account);
  const theirs = await history.world.db
    .select({ sum: sql<number>`coalesce(sum(${ledger.amount}), 0)`.mapWith(Number) })
    .from(ledger)
    .innerJoin(payment, eq(payment.id, ledger.paymentId))
    .where(sql`${ledger.account} = 'STREAMER' and ${payment.destination} = ${history.account}`);
  expect(
    streamer === theirs[0]?.sum,
    () => `the streamer has ${streamer} at Stripe, ${theirs[0]?.sum} in the ledger`,
  );
  const site = await siteBalance(history);
  expect(
    site === history.siteHad,
    () => `the site has ${site - history.siteHad} more at Stripe than the ledger says`,
  );
}

async function balanceAt({ world }: History, account: string | null): Promise<number> {
  const { available } = await world.sandbox.stripe.balance.retrieve(
    {},
    account ? { stripeAccount: account } : {},
  );
  return available.find(({ currency }) => currency === 'eur')?.amount ?? 0;
}

/** The site's balance at Stripe minus its balance in the ledger; a history must not change it. */
export async function siteBalance(history: History): Promise<number> {
  const [row] = await history.world.db
    .select({ sum: sql<number>`coalesce(sum(${ledger.amount}), 0)`.mapWith(Number) })
    .from(ledger)
    .where(eq(ledger.account, 'PLATFORM'));
  return (await balanceAt(history, null)) - (row?.sum ?? 0);
}
