import { accountSamples } from '#app/accounts/addresses/send-account.samples.server.ts';
import { goodbyeSamples } from '#app/accounts/addresses/send-goodbye.samples.server.ts';
import { testSamples } from '#app/admin/testing/send-test.samples.server.ts';
import { bookingSamples } from '#app/bookings/booking/mails/send-booking.samples.server.ts';
import { webhookOffSamples } from '#app/developers/webhooks/send-webhook-off.samples.server.ts';
import { answerSamples } from '#app/entities/inquiry/send-answer.samples.server.ts';
import { complaintSamples } from '#app/marketplace/complaints/send-complaint.samples.server.ts';
import { requestSamples } from '#app/marketplace/requests/send-request.samples.server.ts';
import { moneySamples } from '#app/payments/notices/send-money.samples.server.ts';
import type { Sample } from '#app/platform/mail/samples.server.ts';

/** A sample of every email, for each of its texts. */
export const SAMPLES: readonly Sample[] = [
  ...accountSamples,
  ...goodbyeSamples,
  ...bookingSamples,
  ...requestSamples,
  ...complaintSamples,
  ...moneySamples,
  ...answerSamples,
  ...webhookOffSamples,
  ...testSamples,
];
