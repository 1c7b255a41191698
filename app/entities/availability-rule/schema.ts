import { z } from 'zod';
import { editable, id, minuteOfDay } from '../fields.ts';
import { currencyName } from '../lookups/schema.ts';
import { timeZone } from '../time-zone.ts';

/** Fields of offered hours. */
export const offer = {
  startMinute: minuteOfDay.max(1439),
  endMinute: minuteOfDay.min(1),
  /** The minimum and maximum minutes of a booking. */
  minMinutes: z.int().min(5).max(480),
  maxMinutes: z.int().min(5).max(480),
  /** Price of a minute, in the currency's smallest unit. */
  priceMinor: z.int().min(1).max(10_000_000),
  currency: currencyName,
};

const own = {
  ...offer,
  /** ISO 8601: 1 is Monday. */
  dayOfWeek: z.int().min(1).max(7),
  timeZone,
};

export const availabilityRuleSchema = {
  row: z.object({ ...editable, ...own, timeZone: z.string(), producerId: id }),
  create: z.object(own),
};
