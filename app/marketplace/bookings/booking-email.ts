import { z } from 'zod';

const bookingMailData = z.object({
  bookingId: z.uuid(),
  /** The recipient. */
  userId: z.uuid(),
  /** The other person's username, also if the account is deleted before the email is sent; null if it already was. */
  other: z.string().nullable(),
  about: z.enum([
    'bookingWaiting',
    'bookingRequested',
    'bookingConfirmed',
    'bookingRejected',
    'bookingExpired',
    'bookingCancelled',
    'bookingCancelledByYou',
    'bookingCancelledByOther',
    'bookingCancelledByAdmin',
    'bookingReminder',
    'bookingMoved',
    'bookingClock',
    'bookingCardRefused',
    'bookingOver',
    'bookingOverFree',
    'bookingCharged',
    'bookingEarned',
    'bookingRefunded',
    'bookingStrike',
    'bookingHidden',
    'bookingUnpaid',
    'bookingCardEnds',
    'bookingNotEarned',
  ]),
  /** Adds the appointment to the reader's calendar, or cancels it. */
  calendar: z.enum(['REQUEST', 'CANCEL']).optional(),
  /**
   * Local time that the booking's time zone would have shown at the start before its rules changed:
   * `2027-03-28T12:00:00`.
   */
  was: z.iso.datetime({ local: true }).optional(),
  /**
   * The streamer's number of strikes, the number that hides the profile, and until when it is hidden (null: it is not).
   */
  strike: z.object({ count: z.int(), most: z.int(), until: z.iso.datetime().optional() }).optional(),
});
export type BookingMail = z.output<typeof bookingMailData>;

/** An email about a booking to one of its two people. `app/bookings` defines it, because its text needs free times. */
export const bookingEmailKind = { name: 'booking', data: bookingMailData };
