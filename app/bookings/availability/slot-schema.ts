import { z } from 'zod';
import { id } from '#app/entities/fields.ts';
import { currencyName } from '#app/entities/lookups/schema.ts';
import { timeZone } from '#app/entities/time-zone.ts';

/** The query for slots: whole days in the viewer's time zone. */
export const slotsQuery = z.object({
  // PostgreSQL has no year 0 and formats years after 9999 differently.
  from: z.iso
    .date({ abort: true })
    .refine((day) => day >= '2000' && day < '3000')
    .meta({ description: 'The first day, on the clock of `zone`, of the years 2000 to 2999' }),
  days: z.coerce.number().int().min(1).max(42).default(7),
  zone: timeZone.default('UTC').meta({ description: 'IANA time zone of the viewer' }),
  moving: id
    .optional()
    .meta({ description: "A booking of the viewer's that they want to move: its own time counts as free" }),
});
export type SlotsQuery = z.output<typeof slotsQuery>;

export const offerSchema = z.object({
  priceMinor: z.int().meta({ description: "For a minute, in the currency's smallest unit" }),
  currency: currencyName,
  minMinutes: z.int().meta({ description: 'Of a booking' }),
  maxMinutes: z.int(),
});

const SLOT_STATES = ['AVAILABLE', 'UNAVAILABLE', 'BOOKED', 'YOURS'] as const;

export const slotsSchema = z.object({
  timeZone: z.string().nullable().meta({ description: "The streamer's; null if they offer no time" }),
  minutes: z.int().meta({ description: 'How long each slot lasts' }),
  payable: z.boolean().meta({ description: 'Whether the streamer can be paid: else nothing is available' }),
  offers: z.array(offerSchema),
  slots: z.array(
    z.object({
      start: z.iso.datetime(),
      state: z.enum(SLOT_STATES).meta({
        description: 'YOURS: of a booking that the viewer has made; BOOKED: of somebody else’s',
      }),
      offer: z.int().meta({ description: 'Index in `offers`' }),
    }),
  ),
});
export type Slots = z.output<typeof slotsSchema>;
export type SlotState = (typeof SLOT_STATES)[number];
