import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { MAX_CALL_NAME_LENGTH } from '#protocol/limits.ts';
import { user } from './accounts.ts';
import { identity, instant } from './columns.ts';
import { channel } from './rooms.ts';

/** `RINGING`: until `ring_until`. `BUSY`: it never rang, as the person was in a call or another one rang. */
export const FREE_CALL_STATUSES = [
  'RINGING',
  'ACCEPTED',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
  'BUSY',
] as const;

/** A free call to a person with an account, by their lasting link, from anyone. */
export const freeCall = pgTable(
  'free_call',
  {
    ...identity(),
    calleeId: uuid('callee_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Null for a caller without an account. */
    callerId: uuid('caller_id').references(() => user.id, { onDelete: 'cascade' }),
    /** Key of the caller's browser, as in `channel.guest_key`. */
    callerKey: text('caller_key').notNull(),
    /** Name that a caller without an account gave, for the callee to see. Deleted once it no longer rings. */
    callerName: varchar('caller_name', { length: MAX_CALL_NAME_LENGTH }),
    status: text({ enum: FREE_CALL_STATUSES }).notNull(),
    /** Deadline for answering, after which it expires. */
    ringUntil: instant('ring_until'),
    /** The room of an accepted call. */
    channelId: uuid('channel_id').references(() => channel.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('free_call_callee').on(table.calleeId, table.createdAt),
    index('free_call_caller').on(table.callerId),
    index('free_call_channel').on(table.channelId),
    index('free_call_created').on(table.createdAt),
    uniqueIndex('free_call_rings').on(table.calleeId).where(sql`${table.status} = 'RINGING'`),
    check(
      'free_call_status',
      sql`${table.status} in ('RINGING', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'BUSY')`,
    ),
    check('free_call_other', sql`${table.calleeId} <> caller_id`),
    check('free_call_ringing', sql`(${table.status} = 'RINGING') = (${table.ringUntil} is not null)`),
    check('free_call_name', sql`${table.callerName} is null or ${table.status} = 'RINGING'`),
  ],
);
