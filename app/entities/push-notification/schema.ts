import { z } from 'zod';
import { filled, id, identity } from '../fields.ts';

const own = {
  /** The URL at a known push service. */
  endpoint: z.url({ protocol: /^https$/ }).max(1000),
  /** Base64url, as in `PushSubscription.toJSON().keys`. */
  p256dh: filled(200),
  auth: filled(100),
};

export const pushNotificationSchema = {
  row: z.object({ ...identity, userId: id, endpoint: z.string() }),
  create: z.object(own),
};
