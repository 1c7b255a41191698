import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { dispute, type payment, refund } from '#db/schema/index.ts';
import { bringToEnd, expectSound, siteBalance } from './ending.ts';
import { History, type Sale } from './history.ts';
import { runJobs } from './jobs.ts';
import { KINDS, paymentOf } from './steps.ts';
import { tidy, type World } from './world.ts';

/**
 * Of two bookings one is delivered, refunded in part and disputed, and the dispute is won; the other is cancelled in time.
 * All of it has one effect, whatever fails.
 * @param disturb makes something go wrong from now on
 * @param hear has the events come that wait, or not
 */
export async function tellStory(
  world: World,
  disturb: (history: History) => Promise<unknown>,
  hear: (history: History) => Promise<unknown>,
): Promise<void> {
  await tidy(world, true);
  const history = await History.begin(world, { priceMinor: 100, autoConfirm: true });
  history.siteHad = await siteBalance(history);
  history.isDisturbed = true;
  /** More than a day with all that happens in it. */
  const live = async () => {
    await disturb(history);
    for (let part = 0; part < 4; part++) {
      await hear(history);
      await KINDS.sweep.take(history, {});
      await KINDS.wait.take(history, { minutes: 400, inTime: true });
    }
  };

  await disturb(history);
  const kept = await bookAndPay(history, 30);
  const released = await bookAndPay(history, 40);
  await KINDS.cancel.take(history, { nth: 0, byStreamer: false });
  await runJobs(history);
  await KINDS.meet.take(history, { nth: 1, seconds: 1_800, missed: 0, absent: null, inTime: true });
  await live();
  const paid = await paymentOf(history, kept);
  expect(paid).toMatchObject({ status: 'CAPTURED', captured: 3_000, fee: 450 });
  await KINDS.refund.take(history, { nth: 1, part: 20 });
  await live();
  await KINDS.dispute.take(history, { nth: 1, part: 80, status: 'needs_response' });
  await live();
  await KINDS.decide.take(history, { nth: 0, decide: 'won' });
  await live();
  await bringToEnd(history);

  await expectSound(history);
  expect(await paymentOf(history, released)).toMatchObject({ status: 'RELEASED' });
  expect(await eventsAbout(world, paid)).toEqual({
    'payment_intent.amount_capturable_updated': 1,
    'payment_intent.succeeded': 1,
    'refund.created': 1,
  });
  expect(await eventsAbout(world, await paymentOf(history, released))).toEqual({
    'payment_intent.amount_capturable_updated': 1,
    'payment_intent.canceled': 1,
  });
  const refunds = await world.db
    .select()
    .from(refund)
    .where(eq(refund.paymentId, paid?.id ?? ''));
  expect(refunds).toMatchObject([{ status: 'SUCCEEDED', amount: 600, feeBack: 90 }]);
  const disputes = await world.db
    .select()
    .from(dispute)
    .where(eq(dispute.paymentId, paid?.id ?? ''));
  // Of 2,550 the streamer had given back 510.
  expect(disputes).toMatchObject([{ status: 'won', reversed: 2_040, returned: expect.any(String) }]);
  const { available } = await world.sandbox.stripe.balance.retrieve({}, { stripeAccount: history.account });
  expect(available).toMatchObject([{ amount: 2_040 }]);
}

/** A booking that is paid, as often as it takes. */
export async function bookAndPay(history: History, hours: number): Promise<Sale> {
  await KINDS.book.take(history, { who: 0, hours, halves: 1 });
  const sale = history.sale(0);
  if (!sale) throw new Error('nothing was booked');
  for (let tries = 0; tries < 6 && (await paymentOf(history, sale))?.status !== 'HELD'; tries++)
    await KINDS.pay.take(history, { nth: 0, card: 'good', bank: 'pass' });
  return sale;
}

/** What Stripe has done, by the types of its events. */
export async function eventsAbout(
  world: World,
  paid: Pick<typeof payment.$inferSelect, 'intent'> | undefined,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for await (const { type, data } of world.sandbox.stripe.events.list({ limit: 100 })) {
    const about = JSON.stringify(data.object);
    if (!/^(payment_intent|refund\.created)/.test(type) || !about.includes(paid?.intent ?? '-')) continue;
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}
