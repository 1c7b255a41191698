import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { isBookingOf } from '#app/entities/booking/descriptor.server.ts';
import { id as idSchema } from '#app/entities/fields.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import type { Language } from '#app/i18n/languages.ts';
import { bookingCalendar } from '#app/marketplace/bookings/calendar.server.ts';
import { db } from '#app/platform/database.server.ts';
import { booking, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * One of the viewer's bookings, confirmed or cancelled, as iCalendar text.
 * @throws ProtocolError NOT_FOUND
 */
export async function findCalendar(viewer: SignedIn, id: string, language: Language): Promise<string> {
  const { producerId, consumerId } = booking;
  const [found] = idSchema.safeParse(id).success
    ? await db
        .select({ row: booking, other: user.username })
        .from(booking)
        .leftJoin(user, and(or(eq(user.id, producerId), eq(user.id, consumerId)), ne(user.id, viewer.id)))
        .where(
          and(eq(booking.id, id), isBookingOf(viewer), inArray(booking.status, ['CONFIRMED', 'CANCELLED'])),
        )
    : [];
  if (!found) throw new ProtocolError('NOT_FOUND');
  return bookingCalendar(found.row, found.other, language, 'PUBLISH');
}
