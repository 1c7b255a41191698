import { z } from 'zod';
import { id } from '#app/entities/fields.ts';
import { type ApiCalls, BODY_REFUSALS, done, WRITE_REFUSALS } from '#app/http/answers/api-call.server.ts';
import { notificationListSchema, notificationSchema, userTicketSchema } from '#protocol/notification.ts';

/** Calls for notifications, and for the pages and devices that receive them. */
export const NOTIFICATION_CALLS = {
  listNotifications: {
    at: 'GET /api/notification',
    tag: 'notification',
    summary: 'The newest 20 notifications of the viewer, and how many they have not read',
    description: 'Their words are in the language of the account. They are kept for 90 days.',
    answer: { description: 'Notifications, the newest first', schema: notificationListSchema },
    refuses: ['NOT_SIGNED_IN'],
  },
  readNotification: {
    at: 'GET /api/notification/{id}',
    tag: 'notification',
    summary: "One of the viewer's notifications",
    params: z.object({ id }),
    answer: { description: 'The notification', schema: notificationSchema },
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND'],
  },
  markNotificationsRead: {
    at: 'POST /api/notification/read',
    tag: 'notification',
    summary: 'The viewer has seen these notifications',
    body: z.object({ ids: z.array(id).min(1).max(100) }),
    answer: done('They are read, as far as they are theirs'),
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS],
  },
  readPushKey: {
    at: 'GET /api/push/key',
    tag: 'push-notification',
    summary: "The key with which a browser subscribes to the site's notifications",
    answer: {
      description: 'The `applicationServerKey` of `PushManager.subscribe`, in base64url',
      schema: z.object({ key: z.string() }),
    },
    refuses: ['PUSH_OFF'],
  },
  makeUserTicket: {
    at: 'POST /api/socket/ticket',
    tag: 'notification',
    summary:
      'A ticket with which a page hears of new notifications on the media server, valid for one minute',
    answer: { description: 'The ticket and the media server to use it on', schema: userTicketSchema },
    refuses: [...WRITE_REFUSALS, 'UNAVAILABLE'],
  },
} satisfies ApiCalls;
