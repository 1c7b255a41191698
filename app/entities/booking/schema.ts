import { z } from 'zod';
import { BOOKING_ENDINGS, BOOKING_STATUSES, BOOKING_WAIVERS } from '#db/schema/index.ts';
import { BOOKING_OUTCOMES } from '#protocol/settle.ts';
import { editable, id, instant } from '../fields.ts';

/** Why a booking ended, as shown to its two people: `WITHDRAWN` covers every reason that could reveal a block. */
const TOLD_ENDINGS = [
  'PRODUCER',
  'CONSUMER',
  'ADMIN',
  'CONFIRM_TIMEOUT',
  'NOT_PAID',
  'HOLD_FAILED',
  'MOVED',
  'WITHDRAWN',
] as const;
export type ToldEnding = (typeof TOLD_ENDINGS)[number];

/** Read-only: bookings are created and changed by separate API calls. */
export const bookingSchema = {
  row: z.object({
    ...editable,
    producerId: id.nullable(),
    consumerId: id.nullable(),
    producer: z.string().nullable().meta({ description: "The streamer's username" }),
    consumer: z.string().nullable().meta({ description: "The other person's username" }),
    status: z.enum(BOOKING_STATUSES),
    startAt: instant,
    endAt: instant,
    priceMinor: z.int(),
    currency: z.string(),
    amount: z.int(),
    timeZone: z.string(),
    payBy: instant.nullable().meta({ description: 'Unless it is paid by then, it is cancelled' }),
    confirmBy: instant.nullable(),
    endedReason: z.enum(TOLD_ENDINGS).nullable(),
    endedNote: z.string().nullable().meta({ description: 'What an administrator who cancelled it says' }),
    ending: z
      .enum(BOOKING_ENDINGS)
      .nullable()
      .optional()
      .meta({ description: 'Why it ended, for administrators alone' }),
    outcome: z.enum(BOOKING_OUTCOMES).nullable(),
    movedFrom: id.nullable().meta({
      description:
        'The booking in whose place it stands, or will once it is placed, and confirmed if that one was',
    }),
    waived: z
      .enum(BOOKING_WAIVERS)
      .nullable()
      .meta({ description: 'Why moving and cancelling it costs nothing, whenever that is' }),
  }),
};
