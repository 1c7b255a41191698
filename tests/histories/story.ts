import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { dispute, type payment, refund } from '#db/schema/index.ts';
import type { Delivery } from './deliveries.ts';
import type { History } from './history.ts';
import { act, type Plot } from './plot.ts';
import { paymentOf } from './steps.ts';
import type { World } from './world.ts';

const PLOT: Plot = {
  priceMinor: 100,
  halves: 1,
  card: 'good',
  refunded: 20,
  disputed: 80,
  decide: 'won',
  order: 0,
  seed: 0,
};

/**
 * Plays the story of `act` with fixed parameters: each effect happens once, whatever fails.
 * @param disturb makes something fail from then on
 */
export async function tellStory(
  world: World,
  delivery: Delivery,
  disturb?: (history: History) => Promise<unknown>,
): Promise<void> {
  const { history, kept, released } = await act(world, PLOT, { delivery, disturb });
  const paid = await paymentOf(history, kept);
  expect(paid).toMatchObject({ status: 'CAPTURED', captured: 3_000, fee: 450 });
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
  // The streamer was paid 2,550, of which the refund had reversed 510.
  expect(disputes).toMatchObject([{ status: 'won', reversed: 2_040, returned: expect.any(String) }]);
  const { available } = await world.sandbox.stripe.balance.retrieve({}, { stripeAccount: history.account });
  expect(available).toMatchObject([{ amount: 2_040 }]);
}

/** Counts Stripe's events about a payment, by type. */
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
