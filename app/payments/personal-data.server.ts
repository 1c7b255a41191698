import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isComplaintOf } from '#app/entities/complaint/descriptor.server.ts';
import { isPaymentOf } from '#app/entities/payment/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { card, complaint, payment, payoutAccount, stream } from '#db/schema/index.ts';

/** Payments, complaints about them, and what is with Stripe. */
export async function paymentData(viewer: SignedIn) {
  const [payments, complaints, atStripe] = await Promise.all([
    paymentsOf(viewer),
    complaintsOf(viewer),
    findAtStripe(viewer.id),
  ]);
  return { payments, complaints, ...atStripe };
}

/** What we know of what Stripe keeps. */
async function findAtStripe(userId: string) {
  const { brand, last4, expMonth, expYear, isDefault, createdAt } = card;
  const { userId: payee, stripeId, checkedAt, ...payout } = getTableColumns(payoutAccount);
  const [cards, [payouts]] = await Promise.all([
    db
      .select({ brand, last4, expMonth, expYear, isDefault, createdAt })
      .from(card)
      .where(eq(card.userId, userId)),
    db.select(payout).from(payoutAccount).where(eq(payee, userId)),
  ]);
  return { cards, payouts: payouts ?? null };
}

/** That the person makes or gets; the card is the payer's. */
function paymentsOf(viewer: SignedIn) {
  const { payerId, cardBrand, cardLast4, createdAt, changedAt, holdAt, captureAt, capturedAt } = payment;
  const { bookingId, requestId, part, status, currency, amount, captured, fee, refunded } = payment;
  const ofPayer = (column: PgColumn) =>
    sql<string | null>`case when ${payerId} = ${viewer.id} then ${column} end`;
  return db
    .select({
      ...{ bookingId, requestId, part, status, currency, amount, captured, fee, refunded },
      ...{ createdAt, changedAt, holdAt, captureAt, capturedAt },
      cardBrand: ofPayer(cardBrand),
      cardLast4: ofPayer(cardLast4),
      asStreamer: sql<boolean>`${payment.payeeId} = ${viewer.id}`,
    })
    .from(payment)
    .where(isPaymentOf(viewer))
    .orderBy(desc(createdAt));
}

/** About paid calls, in either role, with what both have said. */
function complaintsOf(viewer: SignedIn) {
  const { decidedById, ...fields } = getTableColumns(complaint);
  return db
    .select({ ...fields, asStreamer: sql<boolean>`coalesce(${stream.producerId} = ${viewer.id}, false)` })
    .from(complaint)
    .innerJoin(stream, eq(stream.id, complaint.streamId))
    .where(isComplaintOf(viewer))
    .orderBy(desc(complaint.createdAt));
}
