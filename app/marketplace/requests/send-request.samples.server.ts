import { samplesOf } from '#app/platform/mail/samples.server.ts';
import { requestEmail } from './send-request.email.server.ts';

const paid = {
  ...{
    id: '0197e3a5-6b1c-7000-8000-00000000000a',
    captured: 1_850,
    fee: 370,
    feeBps: 2_000,
    refunded: 600,
    earned: 1_000,
    toCapture: 1_850,
    captureAt: new Date('2027-03-29T10:05:00Z'),
  },
  ...{ cardBrand: 'visa', cardLast4: '4242', viaSite: true, transfer: null },
};
const facts = {
  requestId: '0197e3a5-6b1c-7000-8000-00000000000b',
  other: 'berta',
  request: { budgetMinutes: 20, priceMinor: 150, currency: 'EUR', complaintHours: 24 },
  holds: [paid],
  isStreamer: true,
  deliveredMs: 740_000,
  cost: 1_850,
  settledAt: new Date('2027-03-28T10:05:00Z'),
  timeZone: 'Europe/Madrid',
  urlname: 'berta',
};
const unpaid = { ...facts, paymentId: paid.id };

export const requestSamples = samplesOf(requestEmail, {
  requestRings: facts,
  requestOver: facts,
  requestOverFree: { ...facts, deliveredMs: 12_000, cost: 0 },
  requestCharged: facts,
  requestEarned: facts,
  requestRefunded: facts,
  requestUnpaid: unpaid,
  requestNotEarned: unpaid,
});
