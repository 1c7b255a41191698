import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { type BOOKING_ENDINGS, booking } from '#db/schema/index.ts';

/**
 * Cancels a person's bookings that have not started, in both roles.
 * @param other only those with this person
 */
export async function cancelBookings(
  tx: Transaction,
  person: string,
  reason: (typeof BOOKING_ENDINGS)[number],
  other?: string,
): Promise<void> {
  const { producerId, consumerId } = booking;
  await tx
    .update(booking)
    .set({
      status: 'CANCELLED',
      endedReason: reason,
      confirmBy: null,
      updatedAt: sql`now()`,
      version: sql`${booking.version} + 1`,
    })
    .where(
      and(
        or(
          and(eq(producerId, person), other ? eq(consumerId, other) : undefined),
          and(eq(consumerId, person), other ? eq(producerId, other) : undefined),
        ),
        inArray(booking.status, ['WAITING', 'CONFIRMED']),
        gt(booking.startAt, sql`now()`),
      ),
    );
}
