import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { countRefusedCards } from '#app/http/limits/rate-limits.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { placeBooking } from '#app/marketplace/bookings/change-bookings.server.ts';
import { paymentMoves } from '#app/marketplace/payments/queues.server.ts';
import { momentsOf } from '#app/marketplace/terms.ts';
import type { Payment } from '#app/payments/holds/intent.server.ts';
import { type Card, chooseCard, holdNow, OPEN, recordCard } from '#app/payments/holds/pay.server.ts';
import { stripeMode } from '#app/payments/stripe/client.server.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { booking, payment } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

type Booking = typeof booking.$inferSelect;

/**
 * Holds a booking's amount on a card of the viewer's; long before the start it only records the card. Also for a
 * booking whose hold was refused later.
 * @param cardId default: the viewer's default card
 * @param address the viewer's IP address
 * @param page our page that the bank's page leads back to, `https://…`
 * @returns the URL of the bank's page if the viewer must confirm there
 * @throws ProtocolError NOT_FOUND; WRONG_STATE if there is nothing to pay, or it is too late; CARD_NEEDED; CARD_REFUSED
 * also for a card that expires before the booking ends, or that the streamer has saved too; NOT_PAYABLE; RATE_LIMITED,
 * PAYMENTS_OFF, UNAVAILABLE
 */
export async function pay(
  viewer: SignedIn,
  bookingId: string,
  cardId: string | undefined,
  address: string,
  page: string,
): Promise<string | null> {
  const found = await readOpen(viewer, bookingId);
  if (stripeMode === null) throw new ProtocolError('PAYMENTS_OFF');
  return countRefusedCards(viewer.id, address, async () => {
    const { producerId, endAt } = found.booked;
    const chosen = await chooseCard(viewer, { payeeId: producerId, until: endAt }, cardId);
    const holdAt = new Date(momentsOf(found.booked).holdAt);
    const isFar = holdAt > new Date();
    const ready = await noteCard(bookingId, found.paid, chosen, isFar ? holdAt : null);
    return isFar ? null : holdNow(ready, page);
  });
}

/** @throws ProtocolError NOT_FOUND, WRONG_STATE */
async function readOpen(viewer: SignedIn, bookingId: string): Promise<{ booked: Booking; paid: Payment }> {
  const isPayable = or(
    and(eq(booking.status, 'PAYING'), gt(booking.payBy, sql`now()`)),
    and(inArray(booking.status, ['WAITING', 'CONFIRMED']), gt(booking.startAt, sql`now()`)),
  );
  const [found] = await db
    .select({ booked: booking, paid: payment, isPayable: sql<boolean>`${isPayable}` })
    .from(booking)
    .leftJoin(payment, and(eq(payment.bookingId, booking.id), inArray(payment.status, OPEN)))
    .where(and(eq(booking.id, bookingId), eq(booking.consumerId, viewer.id)));
  if (!found) throw new ProtocolError('NOT_FOUND');
  if (!found.isPayable || !found.paid) throw new ProtocolError('WRONG_STATE');
  return { booked: found.booked, paid: found.paid };
}

/**
 * Records the card. A booking to be held later is placed right away.
 * @param holdAt when to hold the amount; null for now
 * @throws ProtocolError WRONG_STATE if it was given up meanwhile
 */
function noteCard(bookingId: string, paid: Payment, chosen: Card, holdAt: Date | null): Promise<Payment> {
  return inTransaction(async (tx) => {
    await tx.select().from(booking).where(eq(booking.id, bookingId)).for('update');
    const noted = await recordCard(tx, paid, chosen, holdAt);
    if (holdAt) {
      await enqueue(tx, paymentMoves, { id: noted.id }, { startAfter: holdAt });
      await placeBooking(tx, bookingId);
    }
    return noted;
  });
}
