import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { countRefusedCards } from '#app/http/limits/rate-limits.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import type { Payment } from '#app/payments/holds/intent.server.ts';
import { type Card, chooseCard, holdNow, OPEN, recordCard } from '#app/payments/holds/pay.server.ts';
import { stripeMode } from '#app/payments/stripe/client.server.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { callRequest, payment } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * Holds a request's amount on a card of the viewer's; then it rings, or ends as `BUSY` if the streamer no longer takes
 * calls.
 * @param cardId default: the viewer's default card
 * @param address the viewer's IP address
 * @param page our page that the bank's page leads back to, `https://…`
 * @returns the URL of the bank's page if the viewer must confirm there
 * @throws ProtocolError NOT_FOUND; WRONG_STATE if there is nothing to pay; CARD_NEEDED; CARD_REFUSED also for a card
 * that the streamer has saved too; NOT_PAYABLE; RATE_LIMITED, PAYMENTS_OFF, UNAVAILABLE
 */
export async function payRequest(
  viewer: SignedIn,
  requestId: string,
  cardId: string | undefined,
  address: string,
  page: string,
): Promise<string | null> {
  const isPaying = and(eq(callRequest.status, 'PAYING'), gt(callRequest.payBy, sql`now()`));
  const [found] = await db
    .select({ payeeId: callRequest.producerId, paid: payment, isPaying: sql<boolean>`${isPaying}` })
    .from(callRequest)
    .leftJoin(payment, and(eq(payment.requestId, callRequest.id), inArray(payment.status, OPEN)))
    .where(and(eq(callRequest.id, requestId), eq(callRequest.consumerId, viewer.id)));
  if (!found) throw new ProtocolError('NOT_FOUND');
  if (!found.isPaying || !found.paid) throw new ProtocolError('WRONG_STATE');
  if (stripeMode === null) throw new ProtocolError('PAYMENTS_OFF');
  const { payeeId, paid } = found;
  return countRefusedCards(viewer.id, address, async () => {
    const card = await chooseCard(viewer, { payeeId, until: new Date() }, cardId);
    const noted = await noteCard(requestId, paid, card);
    return holdNow(noted, page).catch((error: unknown) => {
      // The streamer became busy while the bank was asked, which the request's status shows.
      if (error instanceof ProtocolError && error.code === 'WRONG_STATE') return null;
      throw error;
    });
  });
}

/** @throws ProtocolError WRONG_STATE if it was given up meanwhile */
function noteCard(requestId: string, paid: Payment, card: Card): Promise<Payment> {
  return inTransaction(async (tx) => {
    await tx.select().from(callRequest).where(eq(callRequest.id, requestId)).for('update');
    return recordCard(tx, paid, card, null);
  });
}
