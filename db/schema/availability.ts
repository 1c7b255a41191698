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

// Of a check's columns, a refusal names those that Drizzle knows of: the ones to correct.

/** How a streamer's time is offered. Without a row nothing is. */
export const producerSetting = pgTable(
  'producer_setting',
  {
    ...editable(),
    userId: userId().unique(),
    /** IANA: `Europe/Madrid`. Proposed for new hours, each of which has its own. */
    timeZone: text('time_zone').notNull(),
    /** Slots begin at multiples of it on the streamer's clock, and last as long. */
    gridMinutes: smallint('grid_minutes').notNull().default(30),
    /** Slots that begin sooner than in so many minutes are not available. */
    noticeMinutes: integer('notice_minutes').notNull().default(120),
    /** Slots that begin later than in so many days are not available. */
    horizonDays: smallint('horizon_days').notNull().default(60),
    /** Free minutes after each booking. */
    restMinutes: smallint('rest_minutes').notNull().default(0),
    /** Bookings are confirmed without the streamer's doing. */
    autoConfirm: boolean('auto_confirm').notNull().default(false),
    /** They take calls until then: it is renewed while one of their tabs is open. Null: they take none. */
    availableUntil: instant('available_until'),
    /** The longest call that others can ask for. */
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

/** Hours of a day of each week, on the clock of `timeZone`. Those of one streamer's day do not overlap. */
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
    /** A booking's least and most minutes. */
    minMinutes: smallint('min_minutes').notNull(),
    maxMinutes: smallint('max_minutes').notNull(),
    /** For a minute, in the currency's smallest unit. */
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

/** Days on which a streamer is off, or offers hours beside those of every week. */
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
    /** As of a rule; null for days off. */
    minMinutes: smallint('min_minutes'),
    maxMinutes: smallint('max_minutes'),
    priceMinor: integer('price_minor'),
    currency: char({ length: 3 }).references(() => currency.name),
    timeZone: text('time_zone').notNull(),
    /** For the streamer alone. */
    note: varchar({ length: 200 }).notNull().default(''),
  },
  (table) => [
    index('availability_exception_producer').on(table.producerId, table.firstDay, table.lastDay),
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
 * Exclusion constraints, which the migrations make because Drizzle has no word for them, and the columns whose values
 * they refuse.
 */
export const EXCLUSIONS: Readonly<Record<string, readonly string[]>> = {
  availability_rule_apart: ['start_minute', 'end_minute'],
};
