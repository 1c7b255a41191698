import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { outer } from '#app/platform/outer.server.ts';
import { booking, channel, demoRow, stream } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { blogEntity } from './blog/descriptor.server.ts';
import { deleteRow } from './crud/crud.server.ts';
import { inquiryEntity } from './inquiry/descriptor.server.ts';
import { subscriptionEntity } from './subscription/descriptor.server.ts';
import { userEntity } from './user/descriptor.server.ts';

/** SQL condition: the row belongs to the demo content. @param id the row's */
export const isDemo = (id: PgColumn): SQL<boolean> =>
  sql<boolean>`${exists(sql`(select 1 from ${demoRow} where ${demoRow.id} = ${outer(id)})`)}`;

/** Which of the rows belong to the demo content. @param ids some tables' are not UUIDs */
export async function demoAmong(ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: demoRow.id })
    .from(demoRow)
    .where(inArray(sql`${demoRow.id}::text`, ids));
  return new Set(rows.map(({ id }) => id));
}

export async function hasDemo(): Promise<boolean> {
  const rows = await db.select({ id: demoRow.id }).from(demoRow).limit(1);
  return rows.length > 0;
}

/**
 * Deletes the demo content. What real people did with it ends as if each account had been deleted: their bookings are
 * cancelled at no charge. If it fails half-way, the rest stays marked and can be deleted again.
 */
export async function deleteDemo(viewer: SignedIn): Promise<void> {
  const marked = await db.select().from(demoRow);
  const idsIn = (...tables: (typeof marked)[number]['table'][]) =>
    marked.flatMap(({ id, table }) => (tables.includes(table) ? id : []));
  await db.transaction(async (tx) => {
    await tx.delete(channel).where(inArray(channel.id, idsIn('channel')));
    await tx.delete(stream).where(inArray(stream.bookingId, idsIn('booking')));
    await tx.delete(booking).where(inArray(booking.id, idsIn('booking')));
    await tx.delete(demoRow).where(inArray(demoRow.id, idsIn('channel', 'booking')));
  });
  for (const entity of [userEntity, blogEntity, inquiryEntity, subscriptionEntity]) {
    for (const id of idsIn(entity.name)) {
      await deleteRow(entity, viewer, id).catch((error: unknown) => {
        // An administrator has deleted it already.
        if (!(error instanceof ProtocolError && error.code === 'NOT_FOUND')) throw error;
      });
      await db.delete(demoRow).where(and(eq(demoRow.id, id), eq(demoRow.table, entity.name)));
    }
  }
}
