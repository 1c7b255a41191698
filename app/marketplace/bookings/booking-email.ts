import { z } from 'zod';

const bookingMailData = z.object({
  bookingId: z.uuid(),
  /** Who gets it. */
  userId: z.uuid(),
  /** The other person's username: their account may be gone when the email is sent. Null if it was before. */
  other: z.string().nullable(),
  about: z.enum([
    'bookingWaiting',
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
    'bookingCharged',
    'bookingEarned',
    'bookingRefunded',
    'bookingStrike',
    'bookingHidden',
    'bookingUnpaid',
    'bookingCardEnds',
    'bookingNotEarned',
  ]),
  /** Puts it into the reader's calendar, or takes it out. */
  calendar: z.enum(['REQUEST', 'CANCEL']).optional(),
  /** What the booking's clock would have shown at its start, before its rules changed: `2027-03-28T12:00:00`. */
  was: z.iso.datetime({ local: true }).optional(),
  /** The streamer's strikes, with how many they are not listed, and until when they are not now. */
  strike: z.object({ count: z.int(), most: z.int(), until: z.iso.datetime().optional() }).optional(),
});
export type BookingMail = z.output<typeof bookingMailData>;

/** An email about a booking to one of the two people; `app/bookings` defines it, as it knows free times. */
export const bookingEmailKind = { name: 'booking', data: bookingMailData };
