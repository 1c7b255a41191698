import { sql } from 'drizzle-orm';
import {
  boolean,
  char,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { user, userId } from './accounts.ts';
import { editable, instant } from './columns.ts';
import { currency } from './lookups.ts';

const producerId = () =>
  uuid('producer_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

// In checks only the columns to correct are interpolated: a refusal names those that Drizzle knows of.

/** How a streamer offers time. Without a row they offer none. */
export const producerSetting = pgTable(
  'producer_setting',
  {
    ...editable(),
    userId: userId().unique(),
    /** IANA: `Europe/Madrid`. Preselected for new hours, each of which has its own. */
    timeZone: text('time_zone').notNull(),
    /** Length of a slot in minutes; slots start at multiples of it in local time. */
    gridMinutes: smallint('grid_minutes').notNull().default(30),
    /** Slots that start sooner than this are not available. */
    noticeMinutes: integer('notice_minutes').notNull().default(120),
    /** Slots that start later than this are not available. */
    horizonDays: smallint('horizon_days').notNull().default(60),
    /** Free minutes after each booking. */
    restMinutes: smallint('rest_minutes').notNull().default(0),
    /** Confirms bookings automatically. */
    autoConfirm: boolean('auto_confirm').notNull().default(false),
    /** They take calls until then; renewed while one of their pages is open. Null if they take none. */
    availableUntil: instant('available_until'),
    /** The longest call that others can request. */
    maxBudgetMinutes: smallint('max_budget_minutes').notNull().default(60),
  },
  (table) => [
    check('producer_setting_grid', sql`${table.gridMinutes} in (5, 10, 15, 20, 30, 60)`),
    check('producer_setting_notice', sql`${table.noticeMinutes} between 0 and 43200`),
    check('producer_setting_rest', sql`${table.restMinutes} between 0 and 120`),
    check('producer_setting_budget', sql`${table.maxBudgetMinutes} between 1 and 240`),
    check('producer_setting_horizon', sql`${table.horizonDays} between 1 and 180`),
  ],
);

/** Hours of a weekday, in the zone `timeZone`. The hours of one streamer's day do not overlap. */
export const availabilityRule = pgTable(
  'availability_rule',
  {
    ...editable(),
    producerId: producerId(),
    /** ISO 8601: 1 is Monday. */
    dayOfWeek: smallint('day_of_week').notNull(),
    /** Minutes after midnight. */
    startMinute: smallint('start_minute').notNull(),
    endMinute: smallint('end_minute').notNull(),
    /** The minimum and maximum minutes of a booking. */
    minMinutes: smallint('min_minutes').notNull(),
    maxMinutes: smallint('max_minutes').notNull(),
    /** Price of a minute, in the currency's smallest unit. */
    priceMinor: integer('price_minor').notNull(),
    currency: char({ length: 3 })
      .notNull()
      .references(() => currency.name),
    timeZone: text('time_zone').notNull(),
  },
  (table) => [
    index('availability_rule_producer').on(table.producerId, table.createdAt),
    check('availability_rule_day', sql`${table.dayOfWeek} between 1 and 7`),
    check('availability_rule_start', sql`${table.startMinute} between 0 and 1439`),
    check('availability_rule_end', sql`${table.endMinute} between start_minute + 1 and 1440`),
    check('availability_rule_min', sql`${table.minMinutes} >= 5`),
    check('availability_rule_max', sql`${table.maxMinutes} between min_minutes and 480`),
    check('availability_rule_fits', sql`${table.maxMinutes} <= end_minute - start_minute`),
    check('availability_rule_price', sql`${table.priceMinor} between 1 and 10000000`),
  ],
);

/** Days on which a streamer is off, or offers hours in addition to the weekly ones. */
export const availabilityException = pgTable(
  'availability_exception',
  {
    ...editable(),
    producerId: producerId(),
    kind: text({ enum: ['OFF', 'EXTRA'] }).notNull(),
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
    /** Minutes after midnight of each of the days; null for whole days off. */
    startMinute: smallint('start_minute'),
    endMinute: smallint('end_minute'),
    /** As in a rule; null for days off. */
    minMinutes: smallint('min_minutes'),
    maxMinutes: smallint('max_minutes'),
    priceMinor: integer('price_minor'),
    currency: char({ length: 3 }).references(() => currency.name),
    timeZone: text('time_zone').notNull(),
    /** Visible only to the streamer. */
    note: varchar({ length: 200 }).notNull().default(''),
  },
  (table) => [
    index('availability_exception_producer').on(table.producerId, table.firstDay, table.lastDay),
    index('availability_exception_past').on(table.lastDay),
    check('availability_exception_kind', sql`${table.kind} in ('OFF', 'EXTRA')`),
    check('availability_exception_days', sql`${table.lastDay} between first_day and first_day + 366`),
    check('availability_exception_start', sql`${table.startMinute} between 0 and 1439`),
    check(
      'availability_exception_end',
      sql`(${table.endMinute} is null) = (start_minute is null) and ${table.endMinute} between start_minute + 1 and 1440`,
    ),
    check(
      'availability_exception_terms',
      sql`num_nulls(${table.startMinute}, ${table.minMinutes}, ${table.maxMinutes}, ${table.priceMinor}, ${table.currency}) = 0
        or ${table.kind} = 'OFF' and num_nonnulls(${table.minMinutes}, ${table.maxMinutes}, ${table.priceMinor}, ${table.currency}) = 0`,
    ),
    check('availability_exception_min', sql`${table.minMinutes} >= 5`),
    check('availability_exception_max', sql`${table.maxMinutes} between min_minutes and 480`),
    check('availability_exception_fits', sql`${table.maxMinutes} <= end_minute - start_minute`),
    check('availability_exception_price', sql`${table.priceMinor} between 1 and 10000000`),
  ],
);

/**
 * Exclusion constraints, created by migrations because Drizzle does not support them, and the columns to name when they
 * refuse a row.
 */
export const EXCLUSIONS: Readonly<Record<string, readonly string[]>> = {
  availability_rule_apart: ['start_minute', 'end_minute'],
};
