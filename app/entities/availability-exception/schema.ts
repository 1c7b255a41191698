import { z } from 'zod';
import { offer } from '../availability-rule/schema.ts';
import { editable, id, text } from '../fields.ts';
import { timeZone } from '../time-zone.ts';

const own = {
  /** `OFF`: not available, even within the hours of a rule. `EXTRA`: hours in addition to those of the rules. */
  kind: z.enum(['OFF', 'EXTRA']),
  /** Both inclusive; at most 366 days apart. */
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  /** On each of the days; null for whole days off. */
  startMinute: offer.startMinute.nullable(),
  endMinute: offer.endMinute.nullable(),
  /** As in a rule; null for days off. */
  minMinutes: offer.minMinutes.nullable(),
  maxMinutes: offer.maxMinutes.nullable(),
  priceMinor: offer.priceMinor.nullable(),
  currency: offer.currency.nullable(),
  timeZone,
  note: text(200),
};

export const availabilityExceptionSchema = {
  row: z.object({ ...editable, ...own, timeZone: z.string(), note: z.string(), producerId: id }),
  create: z.object({
    ...own,
    startMinute: own.startMinute.optional(),
    endMinute: own.endMinute.optional(),
    minMinutes: own.minMinutes.optional(),
    maxMinutes: own.maxMinutes.optional(),
    priceMinor: own.priceMinor.optional(),
    currency: own.currency.optional(),
    note: own.note.optional(),
  }),
};
