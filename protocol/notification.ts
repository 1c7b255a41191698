import { z } from 'zod';

/** Groups of push notifications that people can switch off separately. */
export const PUSH_GROUPS = ['CALLS', 'BOOKINGS', 'MONEY'] as const;
export type PushGroup = (typeof PUSH_GROUPS)[number];

/** Kinds of notifications shown on pages and devices, besides emails. */
export const NOTIFICATION_KINDS = [
  /** A ringing request. It becomes `MISSED` if it ends unanswered. */
  'REQUEST',
  'MISSED',
  'BOOKING_WAITING',
  'BOOKING_CONFIRMED',
  'BOOKING_REJECTED',
  'BOOKING_CANCELLED',
  'BOOKING_MOVED',
  /** The time zone rules of a booking have changed, so that it starts at another local time. */
  'BOOKING_CLOCK',
  'BOOKING_CARD',
  /** A booked call starts in a few minutes. */
  'BOOKING_SOON',
  /** To the streamer: they cancelled a confirmed booking, or did not come. */
  'BOOKING_STRIKE',
  /** To the streamer: the payer complains about a call; to the payer: the streamer's answer; to both: the decision. */
  'COMPLAINT',
  'COMPLAINT_ANSWERED',
  'COMPLAINT_DECIDED',
  /** To the customer: the card for a later hold expires before the booking ends. */
  'BOOKING_CARD_ENDS',
  /** To the streamer: the payer's bank disputes a charge, and has decided the dispute. */
  'DISPUTE_OPENED',
  'DISPUTE_CLOSED',
  /** To the streamer: Stripe needs details before it pays them. Deleted once it has them. */
  'PAYOUT',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** A notification in the person's language, as pages and the service worker show it. */
export const notificationSchema = z.object({
  id: z.uuid(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  text: z.string(),
  /** A path of this site: the page it is about. */
  address: z.string(),
  /** A path of this site: the other person's picture; null if their account is deleted. */
  picture: z.string().nullable(),
  /** The request, for a call to a streamer. */
  requestId: z.uuid().nullable(),
  /** A path of this site: the request or free call, in the API. 0.1.0 does not send it. */
  callPath: z.string().nullable().default(null),
  /** The request waits for an answer; `actions` has the choices. */
  rings: z.boolean(),
  /** Nothing can be done about it any more. */
  isOver: z.boolean(),
  actions: z.array(
    z.object({
      action: z.enum(['accept', 'reject']),
      title: z.string(),
      /** A path of this site to POST to. */
      path: z.string(),
      /**
       * The page to open afterwards: a path of this site in which `:token` stands for the response's token; null for
       * none.
       */
      opens: z.string().nullable(),
    }),
  ),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});

export type Notification = z.infer<typeof notificationSchema>;

/** Notifications, newest first. */
export const notificationListSchema = z.object({
  notifications: z.array(notificationSchema),
  /** Counts all unread notifications, not only those listed. */
  unread: z.int().nonnegative(),
});

export const userTicketSchema = z.object({
  /** Logs in to the media server; valid for one minute. */
  userTicket: z.string(),
  /** The media server's WebSocket URL; null for the site's own `/realtime`. */
  url: z.string().nullable(),
});
