import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { COMPLAINT_KINDS } from '#protocol/complaint.ts';
import { user } from './accounts.ts';
import { identity, instant } from './columns.ts';
import { stream } from './streams.ts';

/**
 * `OPEN`: the streamer has not answered. `ACCEPTED`: they give back what was wanted, which closes it. `DECLINED`: they
 * give back less, or nothing, and an administrator must decide. `DECIDED`: an administrator has, even if the streamer
 * had not answered.
 */
export const COMPLAINT_STATUSES = ['OPEN', 'ACCEPTED', 'DECLINED', 'DECIDED'] as const;

/**
 * A payer's complaint about a call, to get money back; at most one per call, and it outlives both accounts. Amounts are
 * in the smallest unit of the call's currency.
 */
export const complaint = pgTable(
  'complaint',
  {
    ...identity(),
    streamId: uuid('stream_id')
      .notNull()
      .unique()
      .references(() => stream.id),
    kind: text({ enum: COMPLAINT_KINDS }).notNull(),
    text: text().notNull(),
    /** The call's charge by the meter; the maximum of the other amounts. */
    charge: integer().notNull(),
    wanted: integer().notNull(),
    status: text({ enum: COMPLAINT_STATUSES }).notNull().default('OPEN'),
    /** The streamer's answer, and what they give back. */
    answer: text(),
    conceded: integer(),
    answeredAt: instant('answered_at'),
    /** The administrator's reason, told to both, and the total given back. */
    reason: text(),
    decided: integer(),
    decidedById: uuid('decided_by_id').references(() => user.id, { onDelete: 'set null' }),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    index('complaint_status_created').on(table.status, table.createdAt),
    check('complaint_kind', sql`${table.kind} in ('NO_PICTURE', 'WRONG_PLACE', 'BEHAVIOUR', 'OTHER')`),
    check('complaint_status', sql`${table.status} in ('OPEN', 'ACCEPTED', 'DECLINED', 'DECIDED')`),
    check(
      'complaint_amounts',
      sql`${table.charge} > 0 and ${table.wanted} between 0 and ${table.charge}
        and ${table.conceded} between 0 and ${table.charge}
        and ${table.decided} between coalesce(${table.conceded}, 0) and ${table.charge}`,
    ),
    check(
      'complaint_answered',
      sql`num_nulls(${table.answer}, ${table.conceded}, ${table.answeredAt}) in (0, 3)
        and case ${table.status} when 'OPEN' then ${table.answeredAt} is null when 'DECIDED' then true
          else ${table.answeredAt} is not null end`,
    ),
    check(
      'complaint_decided',
      sql`num_nulls(${table.reason}, ${table.decided}, ${table.decidedAt}) = case when ${table.status} = 'DECIDED' then 0 else 3 end`,
    ),
  ],
);
