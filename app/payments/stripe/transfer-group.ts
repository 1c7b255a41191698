import type { payment } from '#db/schema/index.ts';

type PaidFor = Pick<typeof payment.$inferSelect, 'bookingId' | 'requestId'>;

/** Stripe's `transfer_group`, which groups a call's charges and transfers in its dashboard. */
export const transferGroup = ({ bookingId, requestId }: PaidFor): string =>
  bookingId ? `booking_${bookingId}` : `request_${requestId}`;
