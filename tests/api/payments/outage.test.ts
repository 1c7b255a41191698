import { rm } from 'node:fs/promises';
import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booking, dispute, payoutAccount, refund, stripeEvent } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { connectPayouts } from '#scripts/stack/connect-payouts.ts';
import { bringToEnd, expectSound, siteBalance } from '../../histories/ending.ts';
import { History, type Sale } from '../../histories/history.ts';
import { runJobs, runScheduled } from '../../histories/jobs.ts';
import { KINDS, paymentOf } from '../../histories/steps.ts';
import { clearWorld, startWorld, type World } from '../../histories/world.ts';
import { makePerson } from '../../support/market/bookings.ts';
import { makeStreamer } from '../../support/people/people.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

const HOUR_MS = 3_600_000;

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

async function begin(): Promise<History> {
  await clearWorld(world, true);
  const history = await History.begin(world, { priceMinor: 100, autoConfirm: true });
  history.siteHad = await siteBalance(history);
  return history;
}

async function booked(history: History, hours: number): Promise<Sale> {
  await KINDS.book.take(history, { who: history.sales.length % 2, hours, halves: 1 });
  const sale = history.sale(0);
  if (!sale) throw new Error('nothing was booked');
  return sale;
}

async function paid(history: History, hours: number): Promise<Sale> {
  const sale = await booked(history, hours);
  await KINDS.pay.take(history, { nth: 0, card: 'good', bank: 'pass' });
  return sale;
}

const delivered = { seconds: 1_800, missed: 0, absent: null, inTime: true };
const until = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

describe('Once Stripe is available again', () => {
  it('the sweep completes what was left, also after all retries of the jobs', async () => {
    const history = await begin();
    const { db, sandbox } = world;
    const charge = async () => {
      const sale = await paid(history, 4);
      await KINDS.meet.take(history, { nth: 0, ...delivered });
      return sale;
    };
    const charged = await charge();
    await runJobs(history, 0, until(30));
    const given = await charge();
    await runJobs(history, 0, until(30));
    expect(await paymentOf(history, charged)).toMatchObject({ status: 'CAPTURED' });
    const toCharge = await charge();
    const toHold = await paid(history, 50);
    const toRelease = await paid(history, 45);
    const half = await booked(history, 42);
    await KINDS.dispute.take(history, { nth: 5, part: 100, status: 'needs_response' });

    history.isDisturbed = true;
    await sandbox.control('fail', { times: 3, path: '/confirm$', when: 'after', cut: true });
    await KINDS.pay.take(history, { nth: 0, card: 'good', bank: 'pass' });
    await sandbox.control('fail', { times: 1_000_000, cut: true });
    await KINDS.cancel.take(history, { nth: 1, byStreamer: false });
    await KINDS.refund.take(history, { nth: 4, part: 20 });
    await history.deliverEvents({ release: 'in-order' });
    // Runs every job until its last retry has failed.
    const end = until(40);
    await runJobs(history, 0, end);
    await history.wait(Math.max(0, end.getTime() - Date.now()));
    expect(await db.$count(stripeEvent, isNull(stripeEvent.handledAt))).toBeGreaterThan(0);
    expect(await db.$count(dispute)).toBe(0);
    expect(await paymentOf(history, toCharge)).toMatchObject({ status: 'CAPTURING' });
    expect(await paymentOf(history, toRelease)).toMatchObject({ status: 'RELEASING' });
    const open = await db.select({ id: booking.id }).from(booking).where(eq(booking.status, 'PAYING'));
    expect(open).toEqual([{ id: half.id }]);

    await sandbox.control('repair', {});
    await runScheduled(history, 'stripe-sweep');
    await runJobs(history);
    expect(await db.$count(stripeEvent, isNull(stripeEvent.handledAt))).toBe(0);
    expect(await paymentOf(history, toCharge)).toMatchObject({ status: 'CAPTURED', captured: 3_000 });
    expect(await paymentOf(history, toRelease)).toMatchObject({ status: 'RELEASED' });
    expect(await paymentOf(history, toHold)).toMatchObject({ status: 'RELEASED' });
    expect(await paymentOf(history, given)).toMatchObject({ refunded: 600 });
    expect(await db.select().from(dispute)).toMatchObject([{ reversed: 2_550 }]);
    expect(await db.select().from(refund)).toMatchObject([{ status: 'SUCCEEDED' }]);
    expect(await db.$count(booking, eq(booking.status, 'PAYING'))).toBe(0);
    await bringToEnd(history);
    await expectSound(history);
  }, 180_000);
});

describe('A failure in the sweep', () => {
  it('of one account or step does not stop the others', async () => {
    const history = await begin();
    const { db, sandbox } = world;
    const other = await makePerson(db);
    await makeStreamer(db, other.id);
    const account = await connectPayouts(db, sandbox.env, other.id);
    const old = new Date(Date.now() - 72 * HOUR_MS);
    await db.update(payoutAccount).set({ checkedAt: old });
    // The failing account is the first to be read.
    await db
      .update(payoutAccount)
      .set({ checkedAt: new Date(old.getTime() - 1) })
      .where(eq(payoutAccount.stripeId, history.account));
    await sandbox.control('account', { account, transfers: 'restricted' });
    await sandbox.control('events', { mode: 'drop' });
    await sandbox.control('fail', { times: 1_000, path: 'events$', status: 500 });
    await sandbox.control('fail', { times: 1_000, path: history.account, status: 500 });
    await runScheduled(history, 'stripe-sweep');
    const [read] = await db.select().from(payoutAccount).where(eq(payoutAccount.stripeId, account));
    expect(read).toMatchObject({ transfers: 'restricted' });
  }, 60_000);
});
