import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import type { Transaction } from '#db/client.ts';
import type { booking } from '#db/schema/index.ts';
import { notify } from '../notify.server.ts';
import { usernamesOf } from '../usernames.server.ts';
import { type BookingMail, bookingEmailKind } from './booking-email.ts';

type Booking = typeof booking.$inferSelect;
type Side = 'PRODUCER' | 'CONSUMER';

/** Kinds of the notifications that accompany emails. */
const KINDS = {
  bookingWaiting: 'BOOKING_WAITING',
  bookingConfirmed: 'BOOKING_CONFIRMED',
  bookingRejected: 'BOOKING_REJECTED',
  bookingExpired: 'BOOKING_REJECTED',
  bookingCancelled: 'BOOKING_CANCELLED',
  bookingCancelledByOther: 'BOOKING_CANCELLED',
  bookingCancelledByAdmin: 'BOOKING_CANCELLED',
  bookingMoved: 'BOOKING_MOVED',
  bookingClock: 'BOOKING_CLOCK',
  bookingCardRefused: 'BOOKING_CARD',
  bookingStrike: 'BOOKING_STRIKE',
  bookingHidden: 'BOOKING_STRIKE',
  bookingCardEnds: 'BOOKING_CARD_ENDS',
} as const;
const isNews = (about: BookingMail['about']): about is keyof typeof KINDS => about in KINDS;

/** Emails about money, which are also sent if the other account is deleted. */
const MONEY: readonly BookingMail['about'][] = [
  'bookingOver',
  'bookingOverFree',
  'bookingCharged',
  'bookingEarned',
  'bookingRefunded',
  'bookingUnpaid',
  'bookingNotEarned',
];

type Before = {
  /** Whether it was confirmed before it ended. */
  wasConfirmed: boolean;
  /** Whether it replaces a confirmed booking, which has just ended. */
  isMove: boolean;
};

/** Enqueues the emails and notifications about a booking's current state. */
export const enqueueStateMails = (
  tx: Transaction,
  row: Booking,
  { wasConfirmed, isMove }: Before,
): Promise<void> =>
  enqueueBoth(tx, row, (side) => (isMove ? 'bookingMoved' : aboutState(row, side)), { wasConfirmed });

/** Reminds both people of the booking. */
export const enqueueReminders = (tx: Transaction, row: Booking): Promise<void> =>
  enqueueBoth(tx, row, () => 'bookingReminder');

/**
 * Asks the payer to choose another card, or to confirm at the bank.
 * @param occasion the refused hold, if it is not the first
 */
export const enqueueCardMail = (tx: Transaction, row: Booking, occasion = ''): Promise<void> =>
  enqueueBoth(tx, row, (side) => (side === 'CONSUMER' ? 'bookingCardRefused' : undefined), { occasion });

/** Warns the payer that the saved card expires before the booking. */
export const enqueueCardEnds = (tx: Transaction, row: Booking): Promise<void> =>
  enqueueBoth(tx, row, (side) => (side === 'CONSUMER' ? 'bookingCardEnds' : undefined));

/** Notifies both people that the amount due could not be charged. */
export const enqueueUnpaid = (tx: Transaction, row: Booking): Promise<void> =>
  enqueueBoth(tx, row, (side) => (side === 'CONSUMER' ? 'bookingUnpaid' : 'bookingNotEarned'));

/** Tells the customer what a booking that is over costs, and where to complain. @param charge in the smallest unit */
export const enqueueOver = (tx: Transaction, row: Booking, charge: number): Promise<void> => {
  const about = charge > 0 ? 'bookingOver' : 'bookingOverFree';
  return enqueueBoth(tx, row, (side) => (side === 'CONSUMER' ? about : undefined));
};

/** Notifies both people of the charge. */
export const enqueueReceipts = (tx: Transaction, row: Booking): Promise<void> =>
  enqueueBoth(tx, row, (side) => (side === 'CONSUMER' ? 'bookingCharged' : 'bookingEarned'));

/** Notifies both people of a refund. @param refundId each refund has its own emails */
export const enqueueRefundMails = (tx: Transaction, row: Booking, refundId: string): Promise<void> =>
  enqueueBoth(tx, row, () => 'bookingRefunded', { occasion: refundId });

/**
 * Notifies both people that the booking's local time has changed with the rules of its time zone.
 * @param was the local time under the former rules: `2027-03-28T12:00:00`
 * @param tzVersion version of the new rules
 */
export const enqueueClockMails = (
  tx: Transaction,
  row: Booking,
  was: string,
  tzVersion: string,
): Promise<void> => enqueueBoth(tx, row, () => 'bookingClock', { occasion: tzVersion, was });

/** Notifies the streamer of a strike. */
export const enqueueStrikeMail = (
  tx: Transaction,
  row: Booking,
  strike: NonNullable<BookingMail['strike']>,
): Promise<void> =>
  enqueueBoth(
    tx,
    row,
    (side) => (side === 'CONSUMER' ? undefined : strike.until ? 'bookingHidden' : 'bookingStrike'),
    { strike },
  );

async function enqueueBoth(
  tx: Transaction,
  { id: bookingId, producerId, consumerId }: Booking,
  aboutOf: (side: Side) => BookingMail['about'] | undefined,
  {
    wasConfirmed = false,
    occasion = '',
    was,
    strike,
  }: { wasConfirmed?: boolean; occasion?: string } & Pick<BookingMail, 'was' | 'strike'> = {},
): Promise<void> {
  const people = await usernamesOf(tx, [producerId, consumerId]);
  for (const { id: userId } of people) {
    const about = aboutOf(userId === producerId ? 'PRODUCER' : 'CONSUMER');
    const other = people.find(({ id }) => id !== userId)?.username ?? null;
    if (!about || (other === null && !MONEY.includes(about))) continue;
    if (isNews(about)) await notify(tx, { userId, kind: KINDS[about], bookingId });
    const isPlaced = about === 'bookingConfirmed' || about === 'bookingMoved';
    const calendar = isPlaced ? 'REQUEST' : wasConfirmed ? 'CANCEL' : undefined;
    // The id makes each email unique: a booking enters each state only once.
    const mail = { bookingId, userId, other, about, calendar, was, strike } as const;
    await enqueueEmail(tx, bookingEmailKind, mail, [bookingId, userId, about, occasion]);
  }
}

function aboutState({ status, endedReason }: Booking, side: Side): BookingMail['about'] | undefined {
  switch (status) {
    case 'PAYING':
      return undefined;
    case 'WAITING':
      return side === 'PRODUCER' ? 'bookingWaiting' : 'bookingRequested';
    case 'CONFIRMED':
      return 'bookingConfirmed';
    case 'REJECTED':
      return side === 'CONSUMER' ? 'bookingRejected' : undefined;
    case 'CANCELLED':
      // The email about the new booking covers it.
      if (endedReason === 'MOVED') return undefined;
      if (endedReason === 'CONFIRM_TIMEOUT') return side === 'CONSUMER' ? 'bookingExpired' : undefined;
      if (endedReason === 'ADMIN') return 'bookingCancelledByAdmin';
      if (endedReason === side) return 'bookingCancelledByYou';
      if (endedReason === 'PRODUCER' || endedReason === 'CONSUMER') return 'bookingCancelledByOther';
      // One text for all other reasons, so that it does not reveal a block.
      return 'bookingCancelled';
  }
}
