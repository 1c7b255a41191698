import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { booking, producerSetting } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { bringToEnd, expectSound, siteBalance } from '../../histories/ending.ts';
import { History, type Sale } from '../../histories/history.ts';
import { runJobs } from '../../histories/jobs.ts';
import { KINDS, paymentOf } from '../../histories/steps.ts';
import { clearWorld, startWorld, type World } from '../../histories/world.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

const HOUR_MS = 3_600_000;
const MINUTES = { seconds: 1_800, missed: 0, absent: null, inTime: true } as const;

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

/** Books and pays half an hour. @param hours from now to its start */
async function sell(hours: number, card: 'good' | 'bank'): Promise<{ history: History; sale: Sale }> {
  await clearWorld(world, true);
  const history = await History.begin(world, { priceMinor: 100, autoConfirm: true });
  await world.db
    .update(producerSetting)
    .set({ noticeMinutes: 0, horizonDays: 180 })
    .where(eq(producerSetting.userId, history.streamer.id));
  history.siteHad = await siteBalance(history);
  await KINDS.book.take(history, { who: 0, hours, halves: 1 });
  await KINDS.pay.take(history, { nth: 0, card, bank: 'pass' });
  const sale = history.sale(0);
  if (!sale) throw new Error('nothing was booked');
  await history.deliverEvents({ release: 'in-order' });
  await runJobs(history);
  return { history, sale };
}

/** Delivers the call, and runs everything that follows when it is due. */
async function deliver(history: History): Promise<void> {
  await KINDS.meet.take(history, { nth: 0, ...MINUTES });
  await bringToEnd(history);
  await expectSound(history);
}

const objectSchema = z.looseObject({ id: z.string() });

/** Time of Stripe's events of a type, by the id of their object, in Unix seconds. */
async function saidAt(type: string): Promise<Map<string, number>> {
  const at = new Map<string, number>();
  for await (const event of world.sandbox.stripe.events.list({ limit: 100, type }))
    at.set(objectSchema.parse(event.data.object).id, event.created);
  return at;
}

/** Around each limit of the terms (48 and 96 hours) and of the banks (4 days 18 hours and 7 days). */
const HOURS = [1, 3, 12, 24, 47, 48, 49, 95, 96, 97, 113, 115, 160, 168, 200, 720, 1_440, 2_160];

it.each(HOURS)(
  'A hold for a call in %d hours lasts until it is captured',
  async (hours) => {
    const { history, sale } = await sell(hours, 'good');
    await deliver(history);

    const paid = await paymentOf(history, sale);
    expect(paid).toMatchObject({ status: 'CAPTURED', captured: 3_000 });
    const capturedAt = (await saidAt('payment_intent.succeeded')).get(paid?.intent ?? '');
    expect(capturedAt).toBeLessThan((paid?.captureBefore?.getTime() ?? 0) / 1_000);
    expect(await saidAt('charge.expired')).toEqual(new Map());
  },
  120_000,
);

/** Bookings whose amount is held 48 hours before the start. */
const FAR = [97, 200, 2_160];

it.each(FAR)(
  'A bank that asks the payer of a call in %d hours is answered before the deadline',
  async (hours) => {
    const { history, sale } = await sell(hours, 'bank');
    const [booked] = await world.db.select().from(booking).where(eq(booking.id, sale.id));
    const startAt = booked?.startAt.getTime() ?? 0;
    await runJobs(history, 0, new Date(startAt - 47 * HOUR_MS));
    await history.wait(startAt - 47 * HOUR_MS - Date.now());
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'ACTION' });

    await KINDS.pay.take(history, { nth: 0, card: 'bank', bank: 'pass' });
    await history.deliverEvents({ release: 'in-order' });
    await runJobs(history);
    await deliver(history);

    expect(await paymentOf(history, sale)).toMatchObject({ status: 'CAPTURED', captured: 3_000 });
  },
  120_000,
);

it.each(FAR)(
  'A call in %d hours is cancelled a day before if the bank is not answered',
  async (hours) => {
    const { history, sale } = await sell(hours, 'bank');
    await deliver(history);

    const [booked] = await world.db.select().from(booking).where(eq(booking.id, sale.id));
    expect(booked).toMatchObject({ status: 'CANCELLED', endedReason: 'HOLD_FAILED' });
    expect(booked?.updatedAt.getTime()).toBeLessThanOrEqual((booked?.startAt.getTime() ?? 0) - 23 * HOUR_MS);
    expect((await paymentOf(history, sale))?.captured).toBe(0);
  },
  120_000,
);
