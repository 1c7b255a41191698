import { doublePrecision, integer, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';

/** An instant, as PostgreSQL keeps it: in microseconds, whatever the session's time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What every row has that is not a plain name. */
export const identity = () => ({
  id: uuid().primaryKey().defaultRandom(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** For rows that people change: `version` counts the changes, so that a stale one is noticed. */
export const editable = () => ({
  ...identity(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer().notNull().default(1),
});

/** An e-mail address can have 254 characters (RFC 5321, section 4.5.3.1.3, less the angle brackets). */
export const email = () => varchar({ length: 254 });

/** Degrees, WGS 84; the table checks their range. */
export const degrees = () => doublePrecision();
