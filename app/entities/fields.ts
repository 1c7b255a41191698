import { z } from 'zod';

/** Field types shared by the entities' schemas. */

const WITHOUT_NUL = /^[^\0]*$/;

/** Text on one or more lines. PostgreSQL cannot store NUL characters. */
export const text = (max: number) => z.string().trim().max(max).regex(WITHOUT_NUL);

/** Non-empty text. */
export const filled = (max: number) => z.string().trim().min(1).max(max).regex(WITHOUT_NUL);

/** A name for URLs: lowercase letters, digits and hyphens. */
export const slug = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[a-z0-9][a-z0-9-]*$/);

/** The specification's rule for email addresses: text, an at sign, text, a dot, text. */
const EMAIL = /^[^\s@\0]+@[^\s@\0]+\.[^\s@.\0]+$/;
export const email = z.string().trim().max(254).regex(EMAIL);

export const id = z.uuid();
export const version = z.int().min(1);
/** An instant: ISO 8601 with its offset from UTC in JSON, a `Date` in services. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.date().meta({ format: 'date-time' }), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
});
export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);

/** Minutes after midnight in a time zone. */
export const minuteOfDay = z.int().min(0).max(1440);

/** Fields of rows with an id. */
export const identity = { id, createdAt: instant };
export const editable = { ...identity, updatedAt: instant, version };
