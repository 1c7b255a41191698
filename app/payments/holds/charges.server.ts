import { and, desc, eq } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { payment, user } from '#db/schema/index.ts';

/** More than a page shows well; all of them are in the download of one's own data. */
const MAX_CHARGES = 50;

/** The viewer's charges, latest first, with whom they paid: null if that account is deleted. */
export function listCharges({ id }: SignedIn) {
  const {
    id: paymentId,
    bookingId,
    requestId,
    part,
    captured,
    refunded,
    currency,
    capturedAt,
    cardBrand,
    cardLast4,
  } = payment;
  return db
    .select({
      id: paymentId,
      bookingId,
      requestId,
      part,
      captured,
      refunded,
      currency,
      capturedAt,
      cardBrand,
      cardLast4,
      to: user.username,
    })
    .from(payment)
    .leftJoin(user, eq(user.id, payment.payeeId))
    .where(and(eq(payment.payerId, id), eq(payment.status, 'CAPTURED')))
    .orderBy(desc(capturedAt))
    .limit(MAX_CHARGES);
}

export type Charge = Awaited<ReturnType<typeof listCharges>>[number];
