import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isComplaintOf } from '#app/entities/complaint/descriptor.server.ts';
import { isPaymentOf } from '#app/entities/payment/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inPages } from '#app/platform/in-pages.server.ts';
import { card, complaint, payment, payoutAccount, stream } from '#db/schema/index.ts';

/** Payments, complaints about them, cards and the payout account. */
export async function paymentData(viewer: SignedIn) {
  return {
    payments: paymentsOf(viewer),
    complaints: complaintsOf(viewer),
    ...(await findAtStripe(viewer.id)),
  };
}

/** What the site stores about cards and the payout account, without Stripe's ids. */
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

/** Payments in either role; the card is shown only to the payer. */
function paymentsOf(viewer: SignedIn) {
  const { payerId, cardBrand, cardLast4, createdAt, changedAt, holdAt, captureAt, capturedAt } = payment;
  const { bookingId, requestId, part, status, currency, amount, captured, fee, refunded } = payment;
  const ofPayer = (column: PgColumn) =>
    sql<string | null>`case when ${payerId} = ${viewer.id} then ${column} end`;
  return inPages((limit, offset) =>
    db
      .select({
        ...{ bookingId, requestId, part, status, currency, amount, captured, fee, refunded },
        ...{ createdAt, changedAt, holdAt, captureAt, capturedAt },
        cardBrand: ofPayer(cardBrand),
        cardLast4: ofPayer(cardLast4),
        asStreamer: sql<boolean>`${payment.payeeId} = ${viewer.id}`,
      })
      .from(payment)
      .where(isPaymentOf(viewer))
      .orderBy(desc(createdAt), desc(payment.id))
      .limit(limit)
      .offset(offset),
  );
}

/** Complaints about paid calls in either role, with both people's statements. */
function complaintsOf(viewer: SignedIn) {
  const { decidedById, ...fields } = getTableColumns(complaint);
  return inPages((limit, offset) =>
    db
      .select({ ...fields, asStreamer: sql<boolean>`coalesce(${stream.producerId} = ${viewer.id}, false)` })
      .from(complaint)
      .innerJoin(stream, eq(stream.id, complaint.streamId))
      .where(isComplaintOf(viewer))
      .orderBy(desc(complaint.createdAt), desc(complaint.id))
      .limit(limit)
      .offset(offset),
  );
}
