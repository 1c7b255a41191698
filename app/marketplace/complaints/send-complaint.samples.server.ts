import { samplesOf } from '#app/platform/mail/samples.server.ts';
import { complaintEmail } from './send-complaint.email.server.ts';

const facts = {
  other: 'berta',
  row: {
    wanted: 1_500,
    charge: 3_000,
    conceded: 500,
    decided: 1_000,
    text: 'The picture froze for minutes.\nWe saw half of the market at most.',
    answer: 'My connection was bad for a while.\nSorry!',
    reason: 'A third of the call was not delivered.',
  },
  call: { id: '0197e3a5-6b1c-7000-8000-00000000000a', bookingId: null, currency: 'EUR' },
  isStreamer: false,
  feeBps: 1_500,
};

export const complaintSamples = samplesOf(complaintEmail, {
  complaintMade: { ...facts, isStreamer: true },
  complaintAccepted: { ...facts, call: { ...facts.call, bookingId: '0197e3a5-6b1c-7000-8000-00000000000b' } },
  complaintDeclined: facts,
  complaintDecided: { ...facts, isStreamer: true },
});
