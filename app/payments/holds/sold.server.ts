import { and, eq, inArray } from 'drizzle-orm';
import { enqueueCardMail, enqueueReceipts } from '#app/entities/booking/mails.job.server.ts';
import { placeBooking } from '#app/entities/booking/open-bookings.server.ts';
import { extendCall } from '#app/entities/call-request/extend.server.ts';
import { enqueueCallMail } from '#app/entities/call-request/mails.job.server.ts';
import { ring } from '#app/entities/call-request/open-requests.server.ts';
import { release } from '#app/entities/payment/decide.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking, callRequest, payment } from '#db/schema/index.ts';

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
  paid: Pick<typeof payment.$inferSelect, 'id' | 'bookingId' | 'requestId' | 'part' | 'amount'>,
): Promise<Sold | null> {
  if (paid.bookingId) return lockBooking(tx, paid.bookingId);
  return paid.requestId ? lockRequest(tx, paid.requestId, paid) : null;
}

type For = Pick<typeof payment.$inferSelect, 'bookingId' | 'requestId'>;

/** The same lock, without being told. */
export async function lockPaidFor(tx: Transaction, { bookingId, requestId }: For): Promise<void> {
  if (bookingId) await bookingLocked(tx, bookingId);
  else if (requestId) await requestLocked(tx, requestId);
}

const bookingLocked = async (tx: Transaction, id: string) =>
  (await tx.select().from(booking).where(eq(booking.id, id)).for('update'))[0];

const requestLocked = async (tx: Transaction, id: string) =>
  (await tx.select().from(callRequest).where(eq(callRequest.id, id)).for('update'))[0];

async function lockBooking(tx: Transaction, id: string): Promise<Sold | null> {
  const booked = await bookingLocked(tx, id);
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

async function lockRequest(
  tx: Transaction,
  id: string,
  { id: paymentId, part, amount }: Pick<typeof payment.$inferSelect, 'id' | 'part' | 'amount'>,
): Promise<Sold | null> {
  const request = await requestLocked(tx, id);
  if (!request) return null;
  return {
    async held() {
      if (part === 1) return request.status === 'PAYING' && ring(tx, id);
      // The call was over before.
      if (!(await extendCall(tx, request, amount))) await release(tx, { paymentId });
    },
    refused: async () => {},
    async charged() {
      // One receipt for all that is charged of a call.
      const isDue = and(eq(payment.requestId, id), inArray(payment.status, ['HELD', 'CAPTURING']));
      if ((await tx.$count(payment, isDue)) > 0) return;
      await enqueueCallMail(tx, id, 'requestCharged');
      await enqueueCallMail(tx, id, 'requestEarned');
    },
  };
}
