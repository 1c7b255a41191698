import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';
import { booking, ledger, payment } from '#db/schema/index.ts';
import { makeStreamer } from '../people/people.ts';
import { makePayable, type Payments, payFor, saveCard } from '../servers/payment-sandbox.ts';
import { send } from '../servers/site.ts';
import { makePerson, offerAnyTime } from './bookings.ts';

const HOUR_MS = 3_600_000;

/** Books, pays and cancels late: the payer was charged 15 EUR, of which the site keeps 2.25 EUR. */
export async function chargedBooking(site: Payments) {
  const [streamer, viewer] = [await makePerson(site.db), await makePerson(site.db)];
  await makeStreamer(site.db, streamer.id);
  const account = await makePayable(site, streamer.id);
  const producerId = streamer.id;
  await offerAnyTime(site.db, producerId, true);
  await saveCard(site, viewer);
  const slots = [new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 10 * HOUR_MS).toISOString()];
  const wanted = { producerId, slots, amount: 3_000, currency: 'EUR', clientKey: randomUUID() };
  const made = await send(site, '/api/booking', { method: 'POST', as: viewer, body: wanted });
  const { id } = z.object({ id: z.string() }).parse(made.body);
  await payFor(site, id, viewer);
  // Cancelling on the last day costs half of the price.
  await site.db
    .update(booking)
    .set({ createdAt: new Date(Date.now() - HOUR_MS) })
    .where(eq(booking.id, id));
  await send(site, `/api/booking/${id}/cancel`, { method: 'POST', as: viewer, body: { fee: 1_500 } });
  const paid = async () => {
    const [row] = await site.db.select().from(payment).where(eq(payment.bookingId, id));
    return row;
  };
  await expect.poll(paid).toMatchObject({ status: 'CAPTURED', captured: 1_500, fee: 225 });
  return { streamer, viewer, account, bookingId: id, paid, id: (await paid())?.id ?? '' };
}
export type Charged = Awaited<ReturnType<typeof chargedBooking>>;

/** The streamer's balance at Stripe, in cents. */
export async function balanceOf(site: Payments, { account }: Charged) {
  const { available } = await site.sandbox.stripe.balance.retrieve({}, { stripeAccount: account });
  return available[0]?.amount;
}
/** Each account's sum in the ledger for this payment. */
export async function sumsOf(site: Payments, { id }: Charged) {
  const rows = await site.db.select().from(ledger).where(eq(ledger.paymentId, id));
  const sums: Partial<Record<string, number>> = {};
  for (const { account, amount } of rows) sums[account] = (sums[account] ?? 0) + amount;
  return sums;
}

/** Gives the site a balance, from which Stripe takes the costs of disputes. */
export async function fundSite(site: Payments): Promise<void> {
  await site.sandbox.stripe.paymentIntents.create({
    ...{ amount: 100_000, currency: 'eur', confirm: true, payment_method: 'pm_card_visa' },
    ...{ allowed_payment_method_types: ['card'], return_url: 'http://localhost/' },
  });
}
