import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { dispute, user } from '#db/schema/index.ts';
import { bringToEnd, expectSound, siteBalance } from './ending.ts';
import { History } from './history.ts';
import { runJobs } from './jobs.ts';
import { bookAndPay } from './plot.ts';
import { KINDS, paymentOf } from './steps.ts';
import { eventsAbout } from './story.ts';
import { clearWorld, type World } from './world.ts';

/**
 * Plays a story in which the streamer's account cannot receive transfers when the booking is charged. The streamer is
 * paid later; a part is refunded; the rest is disputed, and the dispute is answered and won; the payer's email address
 * changes. Each effect happens once, whatever fails.
 * @param disturb makes something fail from then on
 */
export async function tellLatePayoutStory(
  world: World,
  disturb: (history: History) => Promise<unknown>,
): Promise<void> {
  await clearWorld(world, true);
  const history = await History.begin(world, { priceMinor: 100, autoConfirm: true });
  history.siteHad = await siteBalance(history);
  history.isDisturbed = true;
  /** Lets 1,600 minutes pass, with events, sweeps and jobs. */
  const letTimePass = async () => {
    await disturb(history);
    for (let part = 0; part < 4; part++) {
      await history.deliverEvents({ release: 'in-order' });
      await KINDS.sweep.take(history, {});
      await KINDS.wait.take(history, { minutes: 400, inTime: true });
    }
  };
  const transfers = async (transfers: 'restricted' | 'active') => {
    await (await history.repaired()).control('account', { account: history.account, transfers });
    await letTimePass();
  };

  const sale = await bookAndPay(history, 4);
  await KINDS.meet.take(history, { nth: 0, seconds: 1_800, missed: 0, absent: null, inTime: true });
  await runJobs(history);
  const former = await paymentOf(history, sale);
  await transfers('restricted');
  expect(await paymentOf(history, sale)).toMatchObject({ status: 'CAPTURED', viaSite: true, transfer: null });
  await transfers('active');
  const paid = await paymentOf(history, sale);
  expect(paid).toMatchObject({ share: 2_550, transfer: expect.any(String), formerIntent: null });
  await KINDS.refund.take(history, { nth: 0, part: 20 });
  const email = `new.${sale.payer.email}`;
  await world.db.update(user).set({ email }).where(eq(user.id, sale.payer.id));
  await world.product.enqueue(world.product.db, world.product.customerUpdates, { userId: sale.payer.id });
  await letTimePass();
  await KINDS.dispute.take(history, { nth: 0, part: 80, status: 'needs_response' });
  await letTimePass();
  const [opened] = await world.db.select().from(dispute);
  const counted = { serviceDate: '2026-11-25', log: 'Delivered.' };
  const answer = { text: 'It took place.' };
  await history.ask(
    'answer',
    history.streamer,
    (viewer) => world.product.answerDispute(viewer, opened?.id ?? '', answer, counted),
    'ADMINISTER',
  );
  await letTimePass();
  const { stripe } = world.sandbox;
  expect(await stripe.disputes.retrieve(opened?.stripeId ?? '')).toMatchObject({
    status: 'under_review',
    evidence: {
      service_date: '2026-11-25',
      access_activity_log: 'Delivered.',
      uncategorized_text: answer.text,
    },
    evidence_details: { submission_count: 1 },
  });
  await KINDS.decide.take(history, { nth: 0, decide: 'won' });
  await letTimePass();
  await bringToEnd(history);

  await expectSound(history);
  expect(await eventsAbout(world, former)).toEqual({
    'payment_intent.amount_capturable_updated': 1,
    'payment_intent.canceled': 1,
  });
  expect(await eventsAbout(world, paid)).toEqual({
    'payment_intent.amount_capturable_updated': 1,
    'payment_intent.succeeded': 1,
    'refund.created': 1,
  });
  expect(await stripe.customers.retrieve(paid?.customer ?? '')).toMatchObject({ email });
  const { data } = await stripe.transfers.list({ destination: history.account });
  // The first transfer of 2,550 was reversed in full: 510 for the refund, 2,040 for the dispute. Winning paid 2,040
  // again.
  expect(data.map(({ amount, amount_reversed }) => [amount, amount_reversed])).toEqual([
    [2_040, 0],
    [2_550, 2_550],
  ]);
}
