import { and, eq, getTableName, isNotNull, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { DEVICE_KNOWN_S } from '#app/accounts/log-in/known-devices.server.ts';
import { stepAt } from '#app/accounts/second-factor/totp.server.ts';
import { db } from '#app/platform/database.server.ts';
import type { Parameters } from '#app/platform/parameters.server.ts';
import {
  apiKey,
  audit,
  callEvent,
  callRequest,
  callSample,
  challenge,
  channel,
  emailToken,
  knownDevice,
  mediaNode,
  notification,
  payment,
  rateLimit,
  session,
  streamTick,
  stripeEvent,
  totp,
  webhookEvent,
} from '#db/schema/index.ts';

/** How long what was counted of paid calls each few seconds is kept: complaints and disputes come earlier. */
const TICK_DAYS = 90;
/** How long people can look up what they were told. */
const NOTIFICATION_DAYS = 90;
/** How long what was sent to webhooks can be looked up, and sent again. */
const WEBHOOK_DAYS = 30;
/** How long Stripe's events are kept, for whoever looks into a failure. */
const STRIPE_EVENT_DAYS = 30;
/** How long an authenticator app may take to show its first code. */
const TOTP_SET_UP_DAYS = 1;
/** Media servers that went without a word; one that comes back writes its row anew. */
const NODE_DAYS = 7;

/** Rows of a table that are deleted once this holds. By the clock of the database, like its triggers. */
export type Rule = { table: PgTable; isOver: (parameters: Parameters) => SQL | undefined };

const daysAgo = (days: number): SQL => sql`now() - ${days} * interval '1 day'`;
const now = sql`now()`;

/**
 * Everything that is deleted by age. What goes with another row is not named: rooms take their events, samples, averages and
 * what keys said of them, accounts everything of theirs. `rules.server.test.ts` says of each other table why it stays.
 */
export const RULES: readonly Rule[] = [
  { table: session, isOver: () => lt(session.expiresAt, now) },
  { table: emailToken, isOver: () => lt(emailToken.expiresAt, now) },
  { table: challenge, isOver: () => lt(challenge.expiresAt, now) },
  { table: rateLimit, isOver: () => lt(rateLimit.expire, now) },
  {
    table: knownDevice,
    isOver: () => lt(knownDevice.lastSeenAt, sql`now() - ${DEVICE_KNOWN_S} * interval '1 second'`),
  },
  {
    table: totp,
    // Its first step is noted when it is made, and counts time.
    isOver: () =>
      and(isNull(totp.confirmedAt), lt(totp.lastStep, stepAt(Date.now() - TOTP_SET_UP_DAYS * 86_400_000))),
  },
  { table: notification, isOver: () => lt(notification.createdAt, daysAgo(NOTIFICATION_DAYS)) },
  { table: webhookEvent, isOver: () => lt(webhookEvent.createdAt, daysAgo(WEBHOOK_DAYS)) },
  { table: stripeEvent, isOver: () => lt(stripeEvent.receivedAt, daysAgo(STRIPE_EVENT_DAYS)) },
  { table: streamTick, isOver: () => lt(streamTick.at, daysAgo(TICK_DAYS)) },
  { table: mediaNode, isOver: () => lt(mediaNode.heartbeatAt, daysAgo(NODE_DAYS)) },
  { table: callSample, isOver: (p) => lt(callSample.at, daysAgo(p.number('quality-days'))) },
  { table: callEvent, isOver: (p) => lt(callEvent.at, daysAgo(p.number('quality-days'))) },
  { table: audit, isOver: (p) => lt(audit.createdAt, daysAgo(p.number('audit-days'))) },
  {
    table: channel,
    // Those of bookings and paid calls stay as long as what was agreed and paid.
    isOver: (p) =>
      and(
        isNull(channel.bookingId),
        isNull(channel.streamId),
        lt(channel.endedAt, daysAgo(p.number('room-days'))),
      ),
  },
  {
    table: callRequest,
    // A streamer who could not be called. All others are about money.
    isOver: (p) =>
      and(
        eq(callRequest.status, 'BUSY'),
        lt(callRequest.createdAt, daysAgo(p.number('room-days'))),
        notExists(db.select().from(payment).where(eq(payment.requestId, callRequest.id))),
      ),
  },
  {
    table: apiKey,
    // The rooms that it made are gone by then.
    isOver: (p) => sql`least(${apiKey.revokedAt}, ${apiKey.expiresAt}) < ${daysAgo(p.number('room-days'))}`,
  },
];

/** Rooms, also those that stay, whose host's place is forgotten. */
export const placeIsOver = (parameters: Parameters): SQL | undefined =>
  and(isNotNull(channel.latitude), lt(channel.endedAt, daysAgo(parameters.number('place-days'))));

export const nameOf = ({ table }: Rule): string => getTableName(table);
