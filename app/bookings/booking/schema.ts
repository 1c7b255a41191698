import { z } from 'zod';
import { filled, id } from '#app/entities/fields.ts';
import { currencyName } from '#app/entities/lookups/schema.ts';
import { timeZone } from '#app/entities/time-zone.ts';

/** More of the shortest slots than the longest booking has. */
const SLOTS_MAX = 96;

export const newBooking = z.object({
  producerId: id,
  slots: z
    .array(z.iso.datetime())
    .min(1)
    .max(SLOTS_MAX)
    .meta({ description: 'Starts of slots of one price that follow each other' }),
  amount: z.int().min(1).meta({
    description:
      "What the person was shown, in the currency's smallest unit: refused if it is another one now",
  }),
  currency: currencyName,
  movedFrom: id.optional().meta({
    description:
      'A booking of theirs with the streamer, which stands until this one is placed, and confirmed if that one was',
  }),
  timeZone: timeZone.optional().meta({ description: 'IANA time zone of the person, for emails to them' }),
  clientKey: z
    .uuid()
    .meta({ description: 'New for each booking: a repeated request answers with the first one’s' }),
});
export type NewBooking = z.output<typeof newBooking>;

export const paymentChoice = z.object({
  cardId: id.optional().meta({ description: 'Default: the default card' }),
});

export const adminCancellation = z.object({
  reason: filled(500).meta({ description: 'Told to both' }),
});

/** A streamer's answers to a booking, as the last part of the path. */
export const BOOKING_ANSWERS = ['confirm', 'reject'] as const;
/** Changes to a booking, as the `intent` of a page's form. */
export const BOOKING_CHANGES = [...BOOKING_ANSWERS, 'cancel'] as const;
export type BookingChange = (typeof BOOKING_CHANGES)[number];

export const cancellation = z.object({
  fee: z.int().min(0).default(0).meta({
    description:
      "What the customer was shown that it costs them, in the currency's smallest unit: refused if it is another amount now",
  }),
});

/** Time in ms before the start when a booking's room opens. */
export const ROOM_OPENS_MS = 5 * 60_000;
