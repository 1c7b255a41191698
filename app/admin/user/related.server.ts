import { desc, eq, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { selection } from '#app/entities/crud/rows.server.ts';
import type { Column } from '#app/entities/entity-view.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { booking, channel, payment } from '#db/schema/index.ts';
import { type AdminEntity, adminEntity } from '../admin-entity.server.ts';
import { listCancellable } from '../booking/booking.server.ts';
import { type ListRow, listedRows } from '../list/list.server.ts';
import { type Title, type Titles, titlesIn } from '../titles/titles.server.ts';

const LATEST = 5;

/** The latest rows of a section that concern a user. */
export type RelatedRows = {
  section: 'booking' | 'payment' | 'channel';
  columns: readonly Column[];
  rows: ListRow[];
  titles: Titles;
};

/** A user's latest bookings, payments and rooms. */
export type Related = {
  latest: RelatedRows[];
  /** Those of the bookings that an administrator can cancel. */
  cancellable: { id: string; title: Title }[];
};

/** Reads a user's latest rows, on either side of them: two queries for each kind. */
export async function relatedTo(viewer: SignedIn, userId: string): Promise<Related> {
  const sides = (one: PgColumn, other: PgColumn) => or(eq(one, userId), eq(other, userId));
  const latest = await Promise.all([
    latestOf('booking', viewer, sides(booking.producerId, booking.consumerId), booking.startAt),
    latestOf('payment', viewer, sides(payment.payerId, payment.payeeId), payment.createdAt),
    latestOf('channel', viewer, sides(channel.hostUserId, channel.guestUserId), channel.createdAt),
  ]);
  const [bookings] = latest;
  const ids = await listCancellable(bookings?.rows.map(({ id }) => id) ?? []);
  const titles = await titlesIn(
    [{ name: 'bookingId', kind: 'row', section: 'booking' }],
    ids.map((bookingId) => ({ bookingId })),
  );
  const cancellable = Object.entries(titles).map(([id, title]) => ({ id, title }));
  return { latest, cancellable };
}

async function latestOf(
  section: RelatedRows['section'],
  viewer: SignedIn,
  where: SQL | undefined,
  newest: PgColumn,
): Promise<RelatedRows> {
  const entity: AdminEntity = adminEntity(section);
  const { key, table, view } = entity;
  const rows = await db
    .select(selection(entity, viewer))
    .from(table)
    .where(where)
    .orderBy(desc(newest), desc(key))
    .limit(LATEST);
  const { columns } = view;
  return {
    section,
    columns,
    rows: await listedRows(entity, rows),
    titles: await titlesIn(columns, rows),
  };
}
