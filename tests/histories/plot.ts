import fc from 'fast-check';
import type { Delivery } from './deliveries.ts';
import { bringToEnd, expectSound, siteBalance } from './ending.ts';
import { History, type Sale } from './history.ts';
import { runJobs } from './jobs.ts';
import { KINDS, paymentOf } from './steps.ts';
import { clearWorld, type World } from './world.ts';

/** The parameters of a story that has one outcome, whatever fails meanwhile. */
export type Plot = {
  /** Per minute, in cents. */
  priceMinor: number;
  /** Half hours per booking. */
  halves: number;
  /** Whether the payer's bank asks for confirmation. */
  card: 'good' | 'bank';
  /** Percentage of the charge. */
  refunded: number;
  disputed: number;
  decide: 'won' | 'lost';
  /** Seed for the order of jobs that are due together. */
  order: number;
  /** Seed for the order of events. */
  seed: number;
};

export const PLOTS: fc.Arbitrary<Plot> = fc.record({
  priceMinor: fc.integer({ min: 2, max: 999 }),
  halves: fc.integer({ min: 1, max: 3 }),
  card: fc.constantFrom('good', 'bank'),
  refunded: fc.integer({ min: 1, max: 100 }),
  disputed: fc.integer({ min: 1, max: 100 }),
  decide: fc.constantFrom('won', 'lost'),
  order: fc.nat(1_000),
  seed: fc.nat(2 ** 31 - 1),
});

/**
 * Plays a story with two bookings: one is delivered, refunded in part and disputed, and the dispute is decided; the
 * other is cancelled in time.
 * @param disturb makes something fail from then on
 * @returns the history, checked at its end, and the two sales
 */
export async function act(
  world: World,
  plot: Plot,
  { delivery, disturb }: { delivery: Delivery; disturb?: (history: History) => Promise<unknown> },
): Promise<{ history: History; kept: Sale; released: Sale }> {
  await clearWorld(world, true);
  const history = await History.begin(world, { priceMinor: plot.priceMinor, autoConfirm: true });
  history.siteHad = await siteBalance(history);
  history.isDisturbed = true;
  const begin = async () => {
    await delivery.begin?.(history);
    await disturb?.(history);
  };
  /** Lets 1,600 minutes pass, with events, sweeps and jobs. */
  const live = async () => {
    await begin();
    for (let part = 0; part < 4; part++) {
      await delivery.within?.(history);
      await KINDS.sweep.take(history, {});
      await KINDS.wait.take(history, { minutes: 400, inTime: true });
    }
  };

  await begin();
  const kept = await bookAndPay(history, 30, plot);
  const released = await bookAndPay(history, 40, plot);
  await KINDS.cancel.take(history, { nth: 0, byStreamer: false });
  await runJobs(history, plot.order);
  const seconds = 1_800 * plot.halves;
  await KINDS.meet.take(history, { nth: 1, seconds, missed: 0, absent: null, inTime: true });
  await live();
  await KINDS.refund.take(history, { nth: 1, part: plot.refunded });
  await live();
  await KINDS.dispute.take(history, { nth: 1, part: plot.disputed, status: 'needs_response' });
  await live();
  await KINDS.decide.take(history, { nth: 0, decide: plot.decide });
  await live();
  await bringToEnd(history, delivery.atEnd);
  await expectSound(history);
  return { history, kept, released };
}

/** Books, and tries to pay until the amount is held. @param hours from now to the start */
export async function bookAndPay(
  history: History,
  hours: number,
  { halves, card }: Pick<Plot, 'halves' | 'card'> = { halves: 1, card: 'good' },
): Promise<Sale> {
  await KINDS.book.take(history, { who: 0, hours, halves });
  const sale = history.sale(0);
  if (!sale) throw new Error('nothing was booked');
  for (let tries = 0; tries < 6 && (await paymentOf(history, sale))?.status !== 'HELD'; tries++)
    await KINDS.pay.take(history, { nth: 0, card, bank: 'pass' });
  return sale;
}
