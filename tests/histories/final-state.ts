import { asc, eq, inArray } from 'drizzle-orm';
import {
  booking,
  card,
  dispute,
  ledger,
  notification,
  payment,
  payoutAccount,
  refund,
  stream,
} from '#db/schema/index.ts';
import type { History, Sale } from './history.ts';
import { paymentOf } from './steps.ts';

/**
 * The result of a history at the site and at Stripe, without names, ids and times, so that two histories with the same
 * outcome compare equal.
 */
export async function finalState(history: History): Promise<object> {
  const { sales, streamer, payers, world, account } = history;
  const { db, sandbox } = world;
  const people = [streamer, ...payers].map(({ id }) => id);
  const told = await db.select().from(notification).where(inArray(notification.userId, people));
  const cards = await db.select().from(card).where(inArray(card.userId, people)).orderBy(asc(card.last4));
  const accounts = await db.select().from(payoutAccount).where(eq(payoutAccount.stripeId, account));
  const { available } = await sandbox.stripe.balance.retrieve({}, { stripeAccount: account });
  return {
    sales: await Promise.all(sales.map((sale) => stateOf(history, sale))),
    told: told
      .map(({ userId, kind, bookingId }) =>
        [people.indexOf(userId), kind, sales.findIndex(({ id }) => id === bookingId)].join(' '),
      )
      .toSorted(),
    cards: cards.map(({ userId, last4, isDefault }) => [people.indexOf(userId), last4, isDefault]),
    accounts: accounts.map(({ transfers, payouts, submitted }) => [transfers, payouts, submitted]),
    available: available.map(({ amount, currency }) => [amount, currency]),
  };
}

async function stateOf(history: History, sale: Sale): Promise<object> {
  const { db, sandbox } = history.world;
  const [booked] = await db.select().from(booking).where(eq(booking.id, sale.id));
  const [counted] = await db.select().from(stream).where(eq(stream.bookingId, sale.id));
  const paid = await paymentOf(history, sale);
  if (!booked || !paid?.intent) throw new Error(`booking ${sale.id} was not paid`);
  const own = { refund: refund.paymentId, dispute: dispute.paymentId, ledger: ledger.paymentId };
  const refunds = await db.select().from(refund).where(eq(own.refund, paid.id)).orderBy(asc(refund.amount));
  const disputes = await db.select().from(dispute).where(eq(own.dispute, paid.id));
  const lines = await db.select().from(ledger).where(eq(own.ledger, paid.id));
  const payments = await db.$count(payment, eq(payment.bookingId, sale.id));
  const intent = await sandbox.stripe.paymentIntents.retrieve(paid.intent, { expand: ['latest_charge'] });
  const { latest_charge: charge } = intent;
  return {
    booking: [booked.status, booked.outcome, booked.endedReason],
    stream: [counted?.deliveredMs, counted?.charge, counted?.endedAt !== null],
    payment: [payments, paid.status, paid.amount, paid.captured, paid.fee, paid.refunded, paid.attempt],
    refunds: refunds.map(({ status, amount, feeBack }) => [status, amount, feeBack]),
    disputes: disputes.map(({ status, amount, reversed, feeBack, returned }) => [
      ...[status, amount, reversed, feeBack],
      returned !== null,
    ]),
    ledger: lines
      .map(({ txKey, account, currency, amount }) =>
        [txKey.split(':')[0], account, currency, amount].join(' '),
      )
      .toSorted(),
    stripe: [
      ...[intent.status, intent.amount_received],
      typeof charge === 'object' &&
        charge && [charge.amount_captured, charge.amount_refunded, charge.disputed],
    ],
  };
}
