import { and, eq, getTableName, isNotNull, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { DEVICE_KNOWN_S } from '#app/accounts/log-in/known-devices.server.ts';
import { stepAt } from '#app/accounts/second-factor/totp.server.ts';
import { db } from '#app/platform/database.server.ts';
import type { Parameters } from '#app/platform/parameters.server.ts';
import {
  apiKey,
  audit,
  availabilityException,
  callEvent,
  callRequest,
  callSample,
  challenge,
  channel,
  emailToken,
  freeCall,
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

/** Ticks of paid calls; complaints and disputes come earlier. */
const TICK_DAYS = 90;
/** How long people can look up their notifications. */
const NOTIFICATION_DAYS = 90;
/** How long a streamer can look up days off and extra hours that are past. */
const EXCEPTION_DAYS = 30;
/** How long webhook deliveries can be looked up and sent again. */
const WEBHOOK_DAYS = 30;
/** How long Stripe's events are kept for investigating failures. */
const STRIPE_EVENT_DAYS = 30;
/** Time for confirming an authenticator app with its first code. */
const TOTP_SET_UP_DAYS = 1;
/** Media servers without a heartbeat; one that returns inserts its row again. */
const NODE_DAYS = 7;

/** Rows of the table are deleted once `isOver` holds, by the database's clock, as in its triggers. */
export type Period = { table: PgTable; isOver: (parameters: Parameters) => SQL | undefined };

const daysAgo = (days: number): SQL => sql`now() - ${days} * interval '1 day'`;
const now = sql`now()`;

/**
 * Everything that is deleted by age. Rows deleted by a cascade are not listed: rooms take their events, samples,
 * averages and keys' data with them, accounts all of their rows. `delete-expired.job.server.test.ts` gives the reason
 * for every other table.
 */
export const PERIODS: readonly Period[] = [
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
    // Unconfirmed apps have no other timestamp; their first step is set at creation and counts time.
    isOver: () =>
      and(isNull(totp.confirmedAt), lt(totp.lastStep, stepAt(Date.now() - TOTP_SET_UP_DAYS * 86_400_000))),
  },
  { table: notification, isOver: () => lt(notification.createdAt, daysAgo(NOTIFICATION_DAYS)) },
  {
    table: availabilityException,
    isOver: () =>
      lt(availabilityException.lastDay, sql`(now() at time zone 'UTC')::date - ${EXCEPTION_DAYS}::integer`),
  },
  { table: webhookEvent, isOver: () => lt(webhookEvent.createdAt, daysAgo(WEBHOOK_DAYS)) },
  { table: stripeEvent, isOver: () => lt(stripeEvent.receivedAt, daysAgo(STRIPE_EVENT_DAYS)) },
  { table: streamTick, isOver: () => lt(streamTick.at, daysAgo(TICK_DAYS)) },
  { table: mediaNode, isOver: () => lt(mediaNode.heartbeatAt, daysAgo(NODE_DAYS)) },
  { table: callSample, isOver: (p) => lt(callSample.at, daysAgo(p.number('quality-days'))) },
  { table: callEvent, isOver: (p) => lt(callEvent.at, daysAgo(p.number('quality-days'))) },
  { table: audit, isOver: (p) => lt(audit.createdAt, daysAgo(p.number('audit-days'))) },
  {
    table: channel,
    // Rooms of bookings and paid calls are kept with the records of what was paid.
    isOver: (p) =>
      and(
        isNull(channel.bookingId),
        isNull(channel.streamId),
        lt(channel.endedAt, daysAgo(p.number('room-days'))),
      ),
  },
  {
    table: callRequest,
    // Only requests to busy streamers; all others concern money.
    isOver: (p) =>
      and(
        eq(callRequest.status, 'BUSY'),
        lt(callRequest.createdAt, daysAgo(p.number('room-days'))),
        notExists(db.select().from(payment).where(eq(payment.requestId, callRequest.id))),
      ),
  },
  { table: freeCall, isOver: (p) => lt(freeCall.createdAt, daysAgo(p.number('room-days'))) },
  {
    table: apiKey,
    // By then the rooms that the key made are deleted too.
    isOver: (p) => sql`least(${apiKey.revokedAt}, ${apiKey.expiresAt}) < ${daysAgo(p.number('room-days'))}`,
  },
];

/** SQL condition: the room's host position is to be cleared, also if the room stays. */
export const locationIsOver = (parameters: Parameters): SQL | undefined =>
  and(isNotNull(channel.latitude), lt(channel.endedAt, daysAgo(parameters.number('place-days'))));

export const nameOf = ({ table }: Period): string => getTableName(table);
