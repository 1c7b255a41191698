import { z } from 'zod';

/** Kinds of fields that several entities have, for their schemas. Lengths are in characters, as PostgreSQL counts them. */

const WITHOUT_NUL = /^[^\0]*$/;

/** Text on one or more lines. PostgreSQL has no NUL characters. */
export const text = (max: number) => z.string().trim().max(max).regex(WITHOUT_NUL);

/** Text that must say something. */
export const filled = (max: number) => z.string().trim().min(1).max(max).regex(WITHOUT_NUL);

/** Stands in addresses: small letters, digits and hyphens. */
export const slug = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[a-z0-9][a-z0-9-]*$/);

/** Text, an at sign, text, a dot, text: what the specification takes for an e-mail address. */
const EMAIL = /^[^\s@\0]+@[^\s@\0]+\.[^\s@.\0]+$/;
export const email = z.string().trim().max(254).regex(EMAIL);

export const id = z.uuid();
export const version = z.int().min(1);
/** An instant: ISO 8601 with its offset from UTC in JSON, a `Date` for services. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.date().meta({ format: 'date-time' }), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
});
export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);

/** What rows with an identity of their own answer with. */
export const identity = { id, createdAt: instant };
export const editable = { ...identity, updatedAt: instant, version };
