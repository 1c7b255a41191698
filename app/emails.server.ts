import { accountEmail } from './accounts/addresses/send-account.email.server.ts';
import { goodbyeEmail } from './accounts/addresses/send-goodbye.email.server.ts';
import { testEmail } from './admin/testing/send-test.email.server.ts';
import { bookingEmail } from './bookings/booking/mails/send-booking.email.server.ts';
import { webhookOffEmail } from './developers/webhooks/send-webhook-off.email.server.ts';
import { answerEmail } from './entities/inquiry/send-answer.email.server.ts';
import { complaintEmail } from './marketplace/complaints/send-complaint.email.server.ts';
import { requestEmail } from './marketplace/requests/send-request.email.server.ts';
import { moneyEmail } from './payments/notices/send-money.email.server.ts';
import type { Sendable } from './platform/mail/email.server.ts';

/** Every email. */
export const EMAILS: readonly Sendable[] = [
  accountEmail,
  answerEmail,
  bookingEmail,
  complaintEmail,
  goodbyeEmail,
  moneyEmail,
  requestEmail,
  testEmail,
  webhookOffEmail,
];
