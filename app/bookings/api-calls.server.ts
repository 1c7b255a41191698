import { z } from 'zod';
import { bookingSchema } from '#app/entities/booking/schema.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import { id } from '#app/entities/fields.ts';
import { type ApiCalls, BODY_REFUSALS, WRITE_REFUSALS } from '#app/http/answers/api-call.server.ts';
import { seatNameSchema } from '#protocol/channel.ts';
import { slotsQuery, slotsSchema } from './availability/slot-schema.ts';
import {
  adminCancellation,
  BOOKING_ANSWERS,
  cancellation,
  newBooking,
  paymentChoice,
} from './booking/schema.ts';

const row: z.ZodType<Row> = bookingSchema.row;

/** API calls for bookings, besides the generic ones. */
export const BOOKING_CALLS = {
  listSlots: {
    at: 'GET /api/user/streamer/{id}/slots',
    tag: 'user',
    summary: 'The times at which a streamer who is visible to the viewer can be booked',
    params: z.object({ id }),
    query: slotsQuery,
    answer: { description: 'Slots, the earliest first', schema: slotsSchema },
    refuses: ['INVALID_DATA', 'NOT_SIGNED_IN', 'NOT_FOUND', 'RATE_LIMITED'],
  },
  book: {
    at: 'POST /api/booking',
    tag: 'booking',
    summary: "Takes a streamer's time until it is paid, for some minutes",
    description:
      'FORBIDDEN until they have confirmed their email address. WRONG_STATE while two other bookings of theirs are not paid, or if `movedFrom` cannot be moved: once cancelling it costs something, or while another time is chosen. CARD_NEEDED after three times in a day that they did not pay for: then only what starts soon, with a saved card on which the amount is held at once.',
    body: newBooking,
    answer: { status: 201, description: 'The booking', schema: row },
    refuses: [
      ...BODY_REFUSALS,
      ...WRITE_REFUSALS,
      'FORBIDDEN',
      'NOT_FOUND',
      'SLOT_TAKEN',
      'PRICE_CHANGED',
      'NOT_PAYABLE',
      'CARD_NEEDED',
      'WRONG_STATE',
      'PAYMENTS_OFF',
      'UNAVAILABLE',
    ],
  },
  payBooking: {
    at: 'POST /api/booking/{id}/pay',
    tag: 'booking',
    summary: "Has a booking's amount held on a card of the viewer's",
    description:
      'At once, or some days before the start, by the terms of the booking. What is delivered is charged once the time for complaints is over. Also for a booking whose card was refused later.',
    params: z.object({ id }),
    body: paymentChoice,
    answer: {
      description:
        "The bank's page, if it wants the viewer to confirm; it leads back to /personal/booking/{id}",
      schema: z.object({ url: z.url().nullable() }),
    },
    refuses: [
      ...BODY_REFUSALS,
      ...WRITE_REFUSALS,
      'NOT_FOUND',
      'WRONG_STATE',
      'CARD_NEEDED',
      'CARD_REFUSED',
      'NOT_PAYABLE',
      'PAYMENTS_OFF',
      'UNAVAILABLE',
    ],
  },
  changeBooking: {
    at: 'POST /api/booking/{id}/{change}',
    tag: 'booking',
    summary: 'Confirms or rejects a booking that waits, as its streamer',
    params: z.object({ id, change: z.enum(BOOKING_ANSWERS) }),
    answer: { description: 'The booking', schema: row },
    refuses: [...WRITE_REFUSALS, 'NOT_FOUND', 'WRONG_STATE'],
  },
  cancelBooking: {
    at: 'POST /api/booking/{id}/cancel',
    tag: 'booking',
    summary: 'Cancels a booking before it starts',
    description: 'The customer, or the streamer once they have confirmed it, for whom it costs nothing.',
    params: z.object({ id }),
    body: cancellation,
    answer: { description: 'The booking', schema: row },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'NOT_FOUND', 'WRONG_STATE', 'PRICE_CHANGED'],
  },
  cancelBookingAsAdmin: {
    at: 'POST /api/booking/{id}/cancellation',
    tag: 'booking',
    summary: "Cancels two people's booking that waits or is confirmed, before it starts",
    description: 'Allowed for administrators. Nothing is charged; both are told why.',
    params: z.object({ id }),
    body: adminCancellation,
    answer: { description: 'The booking', schema: row },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'NOT_FOUND', 'WRONG_STATE'],
  },
  enterBookedRoom: {
    at: 'POST /api/booking/{id}/room',
    tag: 'booking',
    summary: 'The room of a confirmed booking, from five minutes before it starts until it ends',
    description:
      'Made when one of its two people first asks; in place of one whose call ended before its time.',
    params: z.object({ id }),
    answer: {
      description: 'The room code, and the seat of the requester: streamers are hosts',
      schema: z.object({ token: z.string(), seat: seatNameSchema }),
    },
    refuses: [...WRITE_REFUSALS, 'NOT_FOUND', 'WRONG_STATE', 'FULL'],
  },
} satisfies ApiCalls;
