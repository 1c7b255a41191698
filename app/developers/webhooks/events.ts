import type { WEBHOOK_EVENTS } from '#db/schema/index.ts';

export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** Order of the events in the form; the type ensures that none is missing. */
const ALL: Record<WebhookEventName, true> = {
  'call.started': true,
  'call.ended': true,
  'booking.requested': true,
  'booking.confirmed': true,
  'booking.rejected': true,
  'booking.cancelled': true,
  'booking.settled': true,
};

export const EVENT_NAMES = Object.keys(ALL);
