import { and, gt, inArray, sql } from 'drizzle-orm';
import { cancelAsAdmin } from '#app/bookings/booking/change/admin-cancel.server.ts';
import { adminCancellation } from '#app/bookings/booking/schema.ts';
import { textOf } from '#app/forms/forms.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { booking } from '#db/schema/index.ts';
import { invalidData } from '#protocol/errors.ts';
import type { Done } from '../done.ts';
import type { SentForm, ShownRow } from '../row-extra.ts';

/** The form that cancels a booking; only while an administrator can. */
export const bookingExtra = {
  read: async ({ id }: ShownRow) =>
    (await listCancellable([id])).length > 0 ? { of: 'booking' as const } : null,
  act: ({ viewer, id, form }: SentForm) => cancelByForm(viewer, id, form),
};

/** Those of the bookings that an administrator can still cancel, the next one first. */
export async function listCancellable(ids: readonly string[]): Promise<string[]> {
  const isOpen = and(inArray(booking.status, ['WAITING', 'CONFIRMED']), gt(booking.startAt, sql`now()`));
  const found = await db
    .select({ id: booking.id })
    .from(booking)
    .where(and(inArray(booking.id, [...ids]), isOpen))
    .orderBy(booking.startAt);
  return found.map(({ id }) => id);
}

/**
 * Handles the form that cancels a booking.
 * @returns null if the form is another one
 * @throws ProtocolError as `cancelAsAdmin`
 */
export async function cancelByForm(
  viewer: SignedIn,
  bookingId: string,
  form: FormData,
): Promise<Done | null> {
  if (textOf(form, 'intent') !== 'cancelBooking') return null;
  const typed = adminCancellation.safeParse({ reason: textOf(form, 'reason') });
  if (!typed.success) throw invalidData(typed.error);
  await cancelAsAdmin(viewer, bookingId, typed.data);
  return 'cancelled';
}
