import { z } from 'zod';
import { WEBHOOK_EVENTS } from '#db/schema/index.ts';
import { editable, id, instant } from '../fields.ts';

const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .overwrite((names) => [...new Set(names)]);

/** A URL that receives events. Its secret is only in the response that creates it. */
export const webhookSchema = {
  row: z.object({
    ...editable,
    userId: id,
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    enabled: z.boolean().meta({ description: 'Switched off by itself after days without success' }),
    failingSince: instant.nullable(),
  }),
  /** Only what can be changed later; `newWebhook` is for creating. */
  create: z.object({ events, enabled: z.boolean() }),
};

/** A new webhook. `isAdmitted` decides which URLs are allowed. */
export const newWebhook = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(500), events });
