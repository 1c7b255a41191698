import { samplesOf } from '#app/platform/mail/samples.server.ts';
import { moneyEmail } from './send-money.email.server.ts';

const paid = {
  amount: 3_000,
  captured: 3_000,
  refunded: 0,
  feeBps: 2_000,
  currency: 'EUR',
  bookingId: null,
  requestId: '0197e3a5-6b1c-7000-8000-00000000000a',
};
const dispute = (status: 'needs_response' | 'won' | 'lost') => ({
  disputeId: '0197e3a5-6b1c-7000-8000-00000000000b',
  paid,
  disputed: { amount: 3_000, reversed: 2_400, status, dueBy: new Date('2027-03-19T23:59:00Z') },
  timeZone: 'Europe/Madrid',
});

export const moneySamples = samplesOf(moneyEmail, {
  payoutNeeds: { paid: null, disputed: null, timeZone: 'UTC' },
  disputeOpened: dispute('needs_response'),
  disputeWon: dispute('won'),
  disputeLost: dispute('lost'),
  disputeToAnswer: dispute('needs_response'),
  disputeClosed: dispute('lost'),
  paymentForeign: {
    paymentId: '0197e3a5-6b1c-7000-8000-00000000000c',
    paid,
    disputed: null,
    timeZone: 'UTC',
  },
});
