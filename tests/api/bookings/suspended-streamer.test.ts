import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { bringToEnd, expectSound, siteBalance } from '../../histories/ending.ts';
import { History, type Sale } from '../../histories/history.ts';
import { runJobs } from '../../histories/jobs.ts';
import { KINDS, paymentOf } from '../../histories/steps.ts';
import { clearWorld, startWorld, type World } from '../../histories/world.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

const HOUR_MS = 3_600_000;

let mailbox: Mailbox;
let world: World;
let history: History;
let sale: Sale;
let paymentId: string;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  world = await startWorld(await createTestDatabase(), mailbox.folder);
});
afterAll(async () => {
  await world.stop();
  await rm(mailbox.folder, { recursive: true, force: true });
});

const suspended = (suspendedAt: Date | null) =>
  world.db
    .update(user)
    .set({ suspendedAt, suspensionReason: suspendedAt && 'You sent advertisements.' })
    .where(eq(user.id, history.streamer.id));
const paid = () => paymentOf(history, sale);
const until = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

/** A booking of 30 EUR, delivered before its streamer was suspended, at a time when it would have been charged. */
beforeEach(async () => {
  await clearWorld(world, true);
  history = await History.begin(world, { priceMinor: 100, autoConfirm: true });
  history.siteHad = await siteBalance(history);
  await KINDS.book.take(history, { who: 0, hours: 4, halves: 1 });
  await KINDS.pay.take(history, { nth: 0, card: 'good', bank: 'pass' });
  await KINDS.meet.take(history, { nth: 0, seconds: 1_800, missed: 0, absent: null, inTime: true });
  const last = history.sale(0);
  if (!last) throw new Error('nothing was booked');
  sale = last;
  await runJobs(history, 0, until(2));
  await suspended(new Date());
  await runJobs(history, 0, until(30));
  paymentId = (await paid())?.id ?? '';
});

const decide = (decision: 'payOut' | 'chargeNothing', authority: 'ADMINISTER' | 'STREAM' = 'ADMINISTER') =>
  history.ask(
    decision,
    history.payers[1] ?? history.streamer,
    (viewer) => world.product.decideApproval(viewer, paymentId, decision),
    authority,
  );

describe('A suspended streamer’s charge', () => {
  it('waits for an administrator until six hours before the hold expires; then nothing is charged', async () => {
    const { captureBefore, captureAt, ...row } = (await paid()) ?? {};
    expect(row).toMatchObject({ status: 'HELD', toCapture: 3_000, captured: 0 });
    expect(captureAt?.getTime()).toBe((captureBefore?.getTime() ?? 0) - 6 * HOUR_MS);
    await runJobs(history, 0, captureAt ?? undefined);
    expect(await paid()).toMatchObject({ status: 'RELEASED', captured: 0 });
    await bringToEnd(history);
    expect(await paid()).toMatchObject({ status: 'RELEASED' });
  }, 60_000);

  it('is paid out if an administrator decides so', async () => {
    await decide('payOut', 'STREAM');
    expect(world.seen.get('payOut: FORBIDDEN')).toBeGreaterThan(0);
    await runJobs(history);
    expect(await paid()).toMatchObject({ status: 'HELD' });
    await decide('payOut');
    await runJobs(history);
    expect(await paid()).toMatchObject({ status: 'CAPTURED', captured: 3_000, fee: 450 });
    expect(await world.db.select().from(audit).where(eq(audit.rowId, paymentId))).toMatchObject([
      { action: 'DECIDE', after: { approved: true } },
    ]);
    await bringToEnd(history);
    await expectSound(history);
  }, 60_000);

  it('is released if an administrator decides so, once', async () => {
    await decide('chargeNothing');
    await runJobs(history);
    expect(await paid()).toMatchObject({ status: 'RELEASED', captured: 0 });
    await decide('payOut');
    expect(world.seen.get('payOut: WRONG_STATE')).toBeGreaterThan(0);
    await runJobs(history);
    expect(await paid()).toMatchObject({ status: 'RELEASED' });
  }, 60_000);

  it('is captured when the suspension is lifted', async () => {
    expect(await paid()).toMatchObject({ status: 'HELD' });
    await suspended(null);
    await bringToEnd(history);
    await expectSound(history);
    expect(await paid()).toMatchObject({ status: 'CAPTURED', captured: 3_000 });
  }, 60_000);

  it('is not held again when the hold is lost', async () => {
    const intent = (await paid())?.intent ?? '';
    await world.sandbox.stripe.paymentIntents.cancel(intent);
    await history.deliverEvents({ release: 'in-order' });
    await runJobs(history);
    expect(await paid()).toMatchObject({ captured: 0, attempt: 1, intent });
  }, 60_000);
});
