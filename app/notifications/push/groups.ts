import type { NotificationKind, PushGroup } from '#protocol/notification.ts';

/** Group that switches push on or off for each kind of notification. */
export const GROUP_OF: Record<NotificationKind, PushGroup> = {
  REQUEST: 'CALLS',
  MISSED: 'CALLS',
  BOOKING_WAITING: 'BOOKINGS',
  BOOKING_CONFIRMED: 'BOOKINGS',
  BOOKING_REJECTED: 'BOOKINGS',
  BOOKING_CANCELLED: 'BOOKINGS',
  BOOKING_MOVED: 'BOOKINGS',
  BOOKING_CLOCK: 'BOOKINGS',
  BOOKING_SOON: 'BOOKINGS',
  BOOKING_STRIKE: 'BOOKINGS',
  BOOKING_CARD: 'MONEY',
  BOOKING_CARD_ENDS: 'MONEY',
  COMPLAINT: 'MONEY',
  COMPLAINT_ANSWERED: 'MONEY',
  COMPLAINT_DECIDED: 'MONEY',
  DISPUTE_OPENED: 'MONEY',
  DISPUTE_CLOSED: 'MONEY',
  PAYOUT: 'MONEY',
};
