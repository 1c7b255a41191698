import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, doublePrecision, integer, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';

/** A point in time, stored in microseconds, independent of the session's time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Columns of every table except those keyed by a name. */
export const identity = () => ({
  id: uuid().primaryKey().defaultRandom(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** For rows that people edit: `version` counts updates, for optimistic locking. */
export const editable = () => ({
  ...identity(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer().notNull().default(1),
});

/** Email addresses have at most 254 characters (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const email = () => varchar({ length: 254 });

/**
 * An indexed expression for searches that ignore case and accents (`fold`, in the migrations) and match parts of words.
 */
export const folded = (text: AnyPgColumn): SQL => sql`fold(${text}) gin_trgm_ops`;

/** Degrees (WGS 84); the table checks the range. */
export const degrees = () => doublePrecision();
