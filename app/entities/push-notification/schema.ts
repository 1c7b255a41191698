import { z } from 'zod';
import { id, identity } from '../fields.ts';

const own = {
  /** Of a push service that we know. */
  endpoint: z.url({ protocol: /^https$/ }).max(1000),
  /** Base64url, as in `PushSubscription.toJSON().keys`: a point of P-256, uncompressed (RFC 8291, 3.1), ... */
  p256dh: z.string().regex(/^B[\w-]{86}$/),
  /** ...and 16 bytes. */
  auth: z.string().regex(/^[\w-]{22}$/),
};

export const pushNotificationSchema = {
  row: z.object({ ...identity, userId: id, endpoint: z.string() }),
  create: z.object(own),
};
