import { eq } from 'drizzle-orm';
import { enqueueCardMail, enqueueReceipts } from '#app/entities/booking/mails.job.server.ts';
import { placeBooking } from '#app/entities/booking/open-bookings.server.ts';
import { enqueueCallMail } from '#app/entities/call-request/mails.job.server.ts';
import { ring } from '#app/entities/call-request/open-requests.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking, callRequest, type payment } from '#db/schema/index.ts';

/** What is paid for, while it is locked: told of what becomes of its payment. */
type Sold = {
  held(): Promise<unknown>;
  /** The card was refused while whoever pays was away. */
  refused(): Promise<unknown>;
  charged(): Promise<unknown>;
};

/** Locks what a payment is for. In this order everywhere: that, then its payment. */
export async function lockSold(
  tx: Transaction,
  { bookingId, requestId }: Pick<typeof payment.$inferSelect, 'bookingId' | 'requestId'>,
): Promise<Sold | null> {
  if (bookingId) return lockBooking(tx, bookingId);
  return requestId ? lockRequest(tx, requestId) : null;
}

async function lockBooking(tx: Transaction, id: string): Promise<Sold | null> {
  const [booked] = await tx.select().from(booking).where(eq(booking.id, id)).for('update');
  if (!booked) return null;
  // Who is paying sees it on the page.
  const isPaying = booked.status === 'PAYING';
  return {
    held: async () => isPaying && placeBooking(tx, id),
    refused: async () => isPaying || enqueueCardMail(tx, booked),
    async charged() {
      await enqueueReceipts(tx, booked);
    },
  };
}

async function lockRequest(tx: Transaction, id: string): Promise<Sold | null> {
  const [request] = await tx.select().from(callRequest).where(eq(callRequest.id, id)).for('update');
  if (!request) return null;
  return {
    held: async () => request.status === 'PAYING' && ring(tx, id),
    refused: async () => {},
    async charged() {
      await enqueueCallMail(tx, id, 'requestCharged');
      await enqueueCallMail(tx, id, 'requestEarned');
    },
  };
}
