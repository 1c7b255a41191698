import { and, eq, gt, inArray, sql } from 'drizzle-orm';
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
  read: async ({ id }: ShownRow) => ((await isCancellable(id)) ? { of: 'booking' as const } : null),
  act: async ({ viewer, id, form }: SentForm): Promise<Done | null> => {
    if (textOf(form, 'intent') !== 'cancelBooking') return null;
    await cancelByForm(viewer, id, form);
    return 'cancelled';
  },
};

/** Whether an administrator can still cancel a booking. */
async function isCancellable(bookingId: string): Promise<boolean> {
  const isOpen = and(inArray(booking.status, ['WAITING', 'CONFIRMED']), gt(booking.startAt, sql`now()`));
  return (await db.$count(booking, and(eq(booking.id, bookingId), isOpen))) > 0;
}

/** @throws ProtocolError as `cancelAsAdmin` */
async function cancelByForm(viewer: SignedIn, bookingId: string, form: FormData): Promise<void> {
  const typed = adminCancellation.safeParse({ reason: textOf(form, 'reason') });
  if (!typed.success) throw invalidData(typed.error);
  await cancelAsAdmin(viewer, bookingId, typed.data);
}
