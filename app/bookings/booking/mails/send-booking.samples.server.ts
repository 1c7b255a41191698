import { samplesOf } from '#app/platform/mail/samples.server.ts';
import { bookingEmail } from './send-booking.email.server.ts';

const HOUR_MS = 60 * 60_000;
const startAt = new Date('2027-03-28T10:00:00Z');
const later = (hours: number) => new Date(startAt.getTime() + hours * HOUR_MS);
const time = (hours: number) => ({ startAt: later(hours), endAt: later(hours + 1) });

const row = {
  ...{ id: '0197e3a5-6b1c-7000-8000-00000000000a', appointmentId: null, version: 1, terms: null },
  ...{ status: 'CONFIRMED' as const, timeZone: 'Europe/Madrid', ...time(0) },
  ...{ amount: 6_000, currency: 'EUR', confirmBy: later(-24), endedNote: null, outcome: null },
};
const paid = {
  ...{ captured: 5_200, fee: 1_040, refunded: 2_000, toCapture: 5_200, captureAt: later(25) },
  ...{ cardBrand: 'visa', cardLast4: '4242', viaSite: true, transfer: null, feeBps: 2_000 },
};
const facts = {
  ...{ row, paid, other: 'berta', urlname: 'berta', timeZone: 'America/New_York' },
  ...{ earned: 2_560, isStreamer: true },
  ...{ former: null, deliveredMs: null, cost: null, free: [] },
};

const confirmed = { ...facts, calendar: 'REQUEST' as const };
const moved = { ...facts, former: { ...time(-48), status: 'CONFIRMED' as const } };
const cancelled = {
  ...facts,
  row: { ...row, status: 'CANCELLED' as const, endedNote: 'The square was closed to everyone.' },
  calendar: 'CANCEL' as const,
};
const over = { ...facts, deliveredMs: 3_120_000, cost: 5_200 };
const missed = {
  ...{ ...facts, row: { ...row, outcome: 'PRODUCER_ABSENT' as const }, deliveredMs: 0, cost: 0 },
};
const strike = { ...facts, strike: { count: 3, most: 3, until: '2027-04-04T10:00:00.000Z' } };
const freeTime = (hours: number) => ({
  startAt: later(hours).getTime(),
  endAt: later(hours + 1).getTime(),
  starts: [later(hours).getTime()],
});

export const bookingSamples = samplesOf(bookingEmail, {
  bookingWaiting: moved,
  bookingRequested: moved,
  bookingConfirmed: confirmed,
  bookingRejected: moved,
  bookingExpired: moved,
  bookingCancelled: cancelled,
  bookingCancelledByYou: cancelled,
  bookingCancelledByOther: { ...cancelled, paid: null, free: [freeTime(24), freeTime(30), freeTime(48)] },
  bookingCancelledByAdmin: cancelled,
  bookingReminder: facts,
  bookingMoved: { ...moved, calendar: 'REQUEST' },
  bookingClock: { ...facts, was: '2027-03-28T11:00:00' },
  bookingCardRefused: facts,
  bookingOver: over,
  bookingOverFree: missed,
  bookingCharged: over,
  bookingEarned: { ...over, other: null },
  bookingRefunded: over,
  bookingStrike: { ...strike, strike: { count: 2, most: 3 } },
  bookingHidden: strike,
  bookingUnpaid: facts,
  bookingCardEnds: facts,
  bookingNotEarned: facts,
});
