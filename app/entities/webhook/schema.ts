import { z } from 'zod';
import { WEBHOOK_EVENTS } from '#db/schema/index.ts';
import { editable, id, instant } from '../fields.ts';

const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .overwrite((names) => [...new Set(names)]);

/** An address that is told of what happens. What its secret is stands in the answer that creates it, and nowhere else. */
export const webhookSchema = {
  row: z.object({
    ...editable,
    userId: id,
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    enabled: z.boolean().meta({ description: 'Switched off by itself after days without success' }),
    failingSince: instant.nullable(),
  }),
  /** What can be changed later. */
  create: z.object({ events, enabled: z.boolean() }),
};

/** A new one. Which addresses there may be, `admitUrl` says. */
export const newWebhook = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(500), events });
