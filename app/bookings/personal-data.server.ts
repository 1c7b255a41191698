import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { isBookingOf, toldEnding } from '#app/entities/booking/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inPages } from '#app/platform/in-pages.server.ts';
import { availabilityException, availabilityRule, booking, producerSetting } from '#db/schema/index.ts';

/** A user's availability and bookings. */
export async function bookingData(viewer: SignedIn) {
  return { availability: await availabilityOf(viewer.id), bookings: bookingsOf(viewer) };
}

async function availabilityOf(userId: string) {
  const [settings, hours, exceptions] = await Promise.all([
    db.select().from(producerSetting).where(eq(producerSetting.userId, userId)),
    db.select().from(availabilityRule).where(eq(availabilityRule.producerId, userId)),
    db.select().from(availabilityException).where(eq(availabilityException.producerId, userId)),
  ]);
  return { settings: settings[0] ?? null, hours, exceptions };
}

/** Bookings in either role, without the other person, whom only the site's lists name. */
function bookingsOf(viewer: SignedIn) {
  const { producerId, consumerId, consumerTimeZone, clientKey, ...fields } = getTableColumns(booking);
  return inPages((limit, offset) =>
    db
      .select({
        ...fields,
        endedReason: toldEnding,
        ownTimeZone: sql<string | null>`case when ${consumerId} = ${viewer.id} then ${consumerTimeZone} end`,
        asStreamer: sql<boolean>`${producerId} = ${viewer.id}`,
      })
      .from(booking)
      .where(isBookingOf(viewer))
      .orderBy(desc(booking.startAt), desc(booking.id))
      .limit(limit)
      .offset(offset),
  );
}
