import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { editable, email, folded, instant } from './columns.ts';
import { language } from './lookups.ts';
import { channel } from './rooms.ts';

const INQUIRY_KINDS = ['CONTACT', 'DEMO'] as const;

/** A message from the contact or demo form. */
export const inquiry = pgTable(
  'inquiry',
  {
    ...editable(),
    /** The account of a sender who was logged in. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    /** The room of the call that the message is about, if its sender was in it. */
    channelId: uuid('channel_id').references(() => channel.id, { onDelete: 'set null' }),
    kind: text({ enum: INQUIRY_KINDS }).notNull().default('CONTACT'),
    language: text()
      .notNull()
      .default('ENGLISH')
      .references(() => language.name),
    firstName: varchar('first_name', { length: 60 }),
    lastName: varchar('last_name', { length: 60 }),
    email: email(),
    website: varchar({ length: 200 }),
    message: varchar({ length: 5000 }),
    /** An administrator's reply, shown to the sender under Messages. */
    answer: varchar({ length: 5000 }),
    answeredAt: instant('answered_at'),
    /** When the sender last opened the answer under Messages; null or earlier than the answer: unread. */
    answerSeenAt: instant('answer_seen_at'),
  },
  (table) => [
    index('inquiry_user').on(table.userId, table.createdAt),
    index('inquiry_channel').on(table.channelId),
    index('inquiry_created').on(table.createdAt, table.id),
    index('inquiry_search').using(
      'gin',
      folded(table.email),
      folded(table.firstName),
      folded(table.lastName),
      folded(table.message),
    ),
    check('inquiry_kind', sql`${table.kind} in ('CONTACT', 'DEMO')`),
    check('inquiry_answered', sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
  ],
);

/** An email address left on the earn-money form. */
export const subscription = pgTable(
  'subscription',
  {
    ...editable(),
    email: email().notNull(),
    /** The language of the page it was left on. */
    language: text()
      .notNull()
      .references(() => language.name),
  },
  (table) => [
    uniqueIndex('subscription_email').on(sql`lower(${table.email})`),
    index('subscription_created').on(table.createdAt, table.id),
    index('subscription_search').using('gin', folded(table.email)),
  ],
);
