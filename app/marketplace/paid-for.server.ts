import { and, eq, inArray } from 'drizzle-orm';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking, callRequest, payment } from '#db/schema/index.ts';
import { placeBooking } from './bookings/change-bookings.server.ts';
import { holdTimeouts } from './bookings/deadlines.server.ts';
import { enqueueCardMail, enqueueReceipts, enqueueUnpaid } from './bookings/mails.server.ts';
import { release } from './payments/charge.server.ts';
import { changeRequests, ring } from './requests/change-requests.server.ts';
import { extendCall } from './requests/extend.server.ts';
import { enqueueCallMail } from './requests/send-request.email.server.ts';
import { momentsOf } from './terms.ts';

/** A locked booking or request, with what to do when the state of its payment changes. */
type PaidFor = {
  /** Waiting to take place, or taking place. */
  isOpen: boolean;
  held(): Promise<unknown>;
  /** The card was refused while the payer was away. */
  refused(): Promise<unknown>;
  /** The hold is gone and the bank refused a new one. @param attempt number of the failed attempt */
  lost(attempt: number): Promise<unknown>;
  charged(): Promise<unknown>;
  /** The amount due will not be charged. */
  unpaid(): Promise<unknown>;
};

/** Locks what a payment is for. Lock order everywhere: the booking or request, then its payment. */
export async function lockWithHandlers(
  tx: Transaction,
  paid: Pick<typeof payment.$inferSelect, 'id' | 'bookingId' | 'requestId' | 'part' | 'amount'>,
): Promise<PaidFor | null> {
  if (paid.bookingId) return lockBooking(tx, paid.bookingId);
  return paid.requestId ? lockRequest(tx, paid.requestId, paid) : null;
}

type For = Pick<typeof payment.$inferSelect, 'bookingId' | 'requestId'>;

/** Takes the same lock without returning callbacks. */
export async function lockPaidFor(tx: Transaction, { bookingId, requestId }: For): Promise<void> {
  if (bookingId) await bookingLocked(tx, bookingId);
  else if (requestId) await requestLocked(tx, requestId);
}

const bookingLocked = async (tx: Transaction, id: string) =>
  (await tx.select().from(booking).where(eq(booking.id, id)).for('update'))[0];

const requestLocked = async (tx: Transaction, id: string) =>
  (await tx.select().from(callRequest).where(eq(callRequest.id, id)).for('update'))[0];

async function lockBooking(tx: Transaction, id: string): Promise<PaidFor | null> {
  const booked = await bookingLocked(tx, id);
  if (!booked) return null;
  // A payer still in the payment step sees the result on the page, so no email is sent.
  const isPaying = booked.status === 'PAYING';
  const isOpen = (booked.status === 'WAITING' || booked.status === 'CONFIRMED') && booked.outcome === null;
  return {
    isOpen,
    held: async () => isPaying && placeBooking(tx, id),
    refused: async () => isPaying || enqueueCardMail(tx, booked),
    async lost(attempt) {
      if (!isOpen || booked.startAt <= new Date()) return;
      await enqueueCardMail(tx, booked, String(attempt));
      // After this deadline cancelling is no longer free, so there is no time left to fix the payment.
      const startAfter = new Date(momentsOf(booked).fixBy);
      await enqueue(tx, holdTimeouts, { id }, { startAfter });
    },
    charged: () => enqueueReceipts(tx, booked),
    unpaid: () => enqueueUnpaid(tx, booked),
  };
}

async function lockRequest(
  tx: Transaction,
  id: string,
  { id: paymentId, part, amount }: Pick<typeof payment.$inferSelect, 'id' | 'part' | 'amount'>,
): Promise<PaidFor | null> {
  const request = await requestLocked(tx, id);
  if (!request) return null;
  return {
    isOpen: request.status === 'RINGING' || (request.status === 'ACCEPTED' && !request.overAt),
    async held() {
      if (part === 1) return request.status === 'PAYING' && ring(tx, id);
      // The call ended before the extension was held.
      if (!(await extendCall(tx, request, amount))) await release(tx, { paymentId });
    },
    refused: async () => {},
    // Fail a ringing request that is no longer paid for. An accepted call is charged afterwards, if a new hold
    // succeeds.
    lost: () => changeRequests(tx, 'RINGING', eq(callRequest.id, id), { status: 'FAILED' }),
    async charged() {
      // One receipt for all charges of a call.
      const isDue = and(eq(payment.requestId, id), inArray(payment.status, ['HELD', 'CAPTURING']));
      if ((await tx.$count(payment, isDue)) > 0) return;
      await enqueueCallMail(tx, id, 'requestCharged');
      await enqueueCallMail(tx, id, 'requestEarned');
    },
    async unpaid() {
      await enqueueCallMail(tx, id, 'requestUnpaid', paymentId);
      await enqueueCallMail(tx, id, 'requestNotEarned', paymentId);
    },
  };
}
