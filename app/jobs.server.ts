import { passwordReset } from '#app/accounts/addresses/password-reset.job.server.ts';
import { tellOfCards } from '#app/bookings/booking/pay/card-ends.job.server.ts';
import { holdTimeout, payTimeout } from '#app/bookings/booking/pay/payment-deadlines.job.server.ts';
import { checkClocks } from '#app/marketplace/bookings/clocks.job.server.ts';
import { closeBooking, confirmTimeout } from '#app/marketplace/bookings/deadlines.job.server.ts';
import { bookingReminder, bookingSoon } from '#app/marketplace/bookings/reminders.job.server.ts';
import { countStrike } from '#app/marketplace/bookings/strikes.job.server.ts';
import { freeCallTimeout, ringTimeout } from '#app/marketplace/requests/deadlines.job.server.ts';
import { settleStreams } from '#app/marketplace/requests/settle.job.server.ts';
import { handleEvent } from '#app/payments/events/event.job.server.ts';
import { sweepStripe } from '#app/payments/events/sweep.job.server.ts';
import { resealTotp } from './accounts/second-factor/reseal.job.server.ts';
import { queueWebhooks } from './developers/webhooks/queue.job.server.ts';
import { sendWebhook } from './developers/webhooks/send.job.server.ts';
import { EMAILS } from './emails.server.ts';
import { sendPush } from './notifications/push/send.job.server.ts';
import { updateCustomer } from './payments/cards/customer.job.server.ts';
import { sendEvidence } from './payments/disputes/evidence.job.server.ts';
import { movePayment } from './payments/holds/move.job.server.ts';
import { transferPayout } from './payments/payouts/transfer.job.server.ts';
import { makeRefund } from './payments/refunds/refund.job.server.ts';
import { removeFiles } from './pictures/removal.job.server.ts';
import { db } from './platform/database.server.ts';
import { enqueue, type Work } from './platform/jobs/job.server.ts';
import { sendEmails } from './platform/mail/email.job.server.ts';
import { requestPayTimeout } from './requests/pay-timeout.job.server.ts';
import { deleteExpired } from './retention/delete-expired.job.server.ts';
import { endRoomsOf } from './rooms/end-rooms.job.server.ts';

/** Every job; `server/main.ts` runs them. */
export const JOBS: readonly Work[] = [
  bookingReminder,
  bookingSoon,
  checkClocks,
  closeBooking,
  confirmTimeout,
  countStrike,
  deleteExpired,
  endRoomsOf,
  handleEvent,
  holdTimeout,
  makeRefund,
  movePayment,
  passwordReset,
  payTimeout,
  queueWebhooks,
  removeFiles,
  requestPayTimeout,
  resealTotp,
  ringTimeout,
  freeCallTimeout,
  sendEmails(EMAILS),
  sendEvidence,
  sendPush,
  sendWebhook,
  settleStreams,
  sweepStripe,
  tellOfCards,
  transferPayout,
  updateCustomer,
];

/** Enqueues the jobs due at each start: a newer Node may have new time zone rules, and secrets may have changed. */
export async function enqueueFirst(): Promise<void> {
  await enqueue(db, checkClocks, {});
  await enqueue(db, resealTotp, {});
}
