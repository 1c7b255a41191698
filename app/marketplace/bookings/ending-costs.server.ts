import { isDeepStrictEqual } from 'node:util';
import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import { textsOf } from '#app/forms/values.ts';
import type { Database, Transaction } from '#db/client.ts';
import { isHeldPayment } from '#db/held-payment.ts';
import { booking, payment } from '#db/schema/index.ts';
import { type Price, ProtocolError } from '#protocol/errors.ts';
import { cancellationFee } from '../terms.ts';
import { bookingsAs } from './bookings-as.server.ts';

/** What it costs a person to end their confirmed bookings now: fees as a customer, one for each currency, and strikes. */
export type EndingCosts = { fees: Price[]; strikes: number };

/** @param other only bookings with this person */
export async function endingCosts(
  on: Database | Transaction,
  person: string,
  other?: string,
): Promise<EndingCosts> {
  const isToCome = and(eq(booking.status, 'CONFIRMED'), gt(booking.startAt, sql`now()`));
  const held = on
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.bookingId, booking.id), isHeldPayment));
  const paid = await on
    .select()
    .from(booking)
    .where(and(bookingsAs.CONSUMER(person, other), isToCome, exists(held)));
  const fees = new Map<string, number>();
  for (const row of paid) {
    const fee = cancellationFee(row, Date.now());
    if (fee > 0) fees.set(row.currency, (fees.get(row.currency) ?? 0) + fee);
  }
  const strikes = and(bookingsAs.PRODUCER(person, other), isToCome, isNull(booking.waived));
  return {
    fees: [...fees]
      .map(([currency, amount]) => ({ amount, currency }))
      .sort((a, b) => a.currency.localeCompare(b.currency)),
    strikes: await on.$count(booking, strikes),
  };
}

/** The fees that a form says its sender was shown: a field for each currency, `3000 EUR`. */
export const feesIn = (form: FormData): Price[] =>
  textsOf(form, 'fee').map((text) => {
    const [amount, currency = ''] = text.split(' ');
    return { amount: Number(amount), currency };
  });

/**
 * Compares the fees with those that the person was shown.
 * @throws ProtocolError PRICE_CHANGED with `current.fees`
 */
export async function refuseOtherFees(
  tx: Transaction,
  shown: readonly Price[],
  person: string,
  other?: string,
): Promise<void> {
  const { fees } = await endingCosts(tx, person, other);
  if (!isDeepStrictEqual(fees, shown)) throw new ProtocolError('PRICE_CHANGED', undefined, { fees });
}
