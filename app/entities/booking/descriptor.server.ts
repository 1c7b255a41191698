import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { outer } from '#app/platform/outer.server.ts';
import { booking, user } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { bookingSchema, type ToldEnding } from './schema.ts';
import { bookingView } from './view.ts';

const nameOf = (column: PgColumn) => sql`(select u.username from ${user} u where u.id = ${outer(column)})`;

/** SQL condition: the person is the booking's streamer, and it is visible to them because it was paid, or will be. */
export const isVisibleToStreamer = ({ id }: Pick<SignedIn, 'id'>): SQL | undefined =>
  and(
    eq(booking.producerId, id),
    ne(booking.status, 'PAYING'),
    sql`coalesce(${booking.endedReason} not in ('NOT_PAID', 'PAY_TIMEOUT'), true)`,
  );

/** SQL condition: the person is one of the booking's two people. */
export const isBookingOf = (viewer: Pick<SignedIn, 'id'>): SQL | undefined =>
  or(isVisibleToStreamer(viewer), eq(booking.consumerId, viewer.id));

/** The booking's `ToldEnding`. */
export const toldEnding = sql<ToldEnding | null>`case when ${booking.endedReason} in ('PRODUCER', 'CONSUMER', 'ADMIN', 'CONFIRM_TIMEOUT', 'NOT_PAID', 'HOLD_FAILED', 'MOVED')
  then ${booking.endedReason} when ${booking.endedReason} = 'PAY_TIMEOUT' then 'NOT_PAID' when ${booking.endedReason} is not null then 'WITHDRAWN' end`;

export const bookingEntity = defineEntity({
  name: 'booking',
  schema: bookingSchema,
  view: bookingView,
  permissions: { read: { user: 'own', admin: 'any' } },
  table: booking,
  key: booking.id,
  fields: {
    id: booking.id,
    createdAt: booking.createdAt,
    updatedAt: booking.updatedAt,
    version: booking.version,
    producerId: booking.producerId,
    consumerId: booking.consumerId,
    producer: nameOf(booking.producerId),
    consumer: nameOf(booking.consumerId),
    status: booking.status,
    startAt: booking.startAt,
    endAt: booking.endAt,
    priceMinor: booking.priceMinor,
    currency: booking.currency,
    amount: booking.amount,
    timeZone: booking.timeZone,
    payBy: booking.payBy,
    confirmBy: booking.confirmBy,
    endedReason: toldEnding,
    endedNote: booking.endedNote,
    ending: booking.endedReason,
    outcome: booking.outcome,
    movedFrom: booking.movedFrom,
    waived: booking.waived,
  },
  // So that neither person learns that they were blocked.
  privateFields: ['ending'],
  rows: { own: isBookingOf, private: () => sql`false` },
  search: [{ user: booking.producerId }, { user: booking.consumerId }],
  filters: ['producerId', 'consumerId', 'status', 'startAt'],
  sort: ['-startAt', 'createdAt'],
});
