import type { payment } from '#db/schema/index.ts';

type PaidFor = Pick<typeof payment.$inferSelect, 'bookingId' | 'requestId'>;

/** Stripe's `transfer_group`, by which its dashboard lists charges and transfers of one call together. */
export const transferGroup = ({ bookingId, requestId }: PaidFor): string =>
  bookingId ? `booking_${bookingId}` : `request_${requestId}`;
