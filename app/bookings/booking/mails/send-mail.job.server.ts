import { bookingMails } from '#app/marketplace/bookings/mails.job.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { sendBookingMail } from './send-booking.email.server.ts';

/** Sends an email about a booking. */
export const bookingMail = defineJob({
  ...bookingMails,
  concurrency: 4,
  run: (mail, { id }) => sendBookingMail(mail, id),
});
