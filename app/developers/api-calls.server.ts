import { z } from 'zod';
import { apiKeySchema, newApiKey } from '#app/entities/api-key/schema.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import { id, instant } from '#app/entities/fields.ts';
import { newWebhook, webhookSchema } from '#app/entities/webhook/schema.ts';
import { type ApiCalls, BODY_REFUSALS, done, WRITE_REFUSALS } from '#app/http/answers/api-call.server.ts';
import { DELIVERY_STATUSES, WEBHOOK_EVENTS, WEBHOOK_PROBLEMS } from '#db/schema/index.ts';

const key: z.ZodType<Row & { key: string }> = apiKeySchema.row.extend({
  key: z.string().meta({ description: 'To be sent as `Authorization: Bearer …`. It cannot be read again.' }),
});

const hook: z.ZodType<Row & { secret: string }> = webhookSchema.row.extend({
  secret: z.string().meta({
    description: 'What its events are signed with. Later its owner finds it on their page for developers.',
  }),
});

const delivery = z.object({
  id,
  eventId: id.meta({ description: 'The same each time that the event is sent' }),
  type: z.enum(WEBHOOK_EVENTS),
  createdAt: instant.meta({ description: 'When it happened' }),
  status: z.enum(DELIVERY_STATUSES).meta({ description: 'FAILED: given up after the last attempt' }),
  attempts: z
    .array(
      z.object({
        createdAt: instant,
        status: z.int().nullable().meta({ description: 'What was answered; null if nothing was' }),
        problem: z.enum(WEBHOOK_PROBLEMS).nullable().meta({ description: 'Why there is no answer' }),
        durationMs: z.int(),
      }),
    )
    .meta({ description: 'The oldest first' }),
});

/** Calls for other products, besides the generic ones. */
export const DEVELOPER_CALLS = {
  createApiKey: {
    at: 'POST /api/api-key',
    tag: 'api-key',
    summary: 'Creates an API key, which acts for the viewer within its scopes',
    description:
      'Only for people whose email address is confirmed. A key is no session: it is accepted by the calls that name a scope, and by no others.',
    body: newApiKey,
    answer: { status: 201, description: 'The key', schema: key },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'WRONG_STATE', 'TOO_MANY'],
  },
  createWebhook: {
    at: 'POST /api/webhook',
    tag: 'webhook',
    summary:
      'Has an address told of what happens to the viewer: their bookings, and calls in rooms that their keys made',
    description: [
      'Only for people whose email address is confirmed. Events are sent as `{id, type, createdAt, data}` with the header',
      '`Panocall-Signature: t=…,v1=…`: seconds since 1970, and HMAC-SHA-256 with the secret of `t`, a dot and the body, in',
      'hexadecimal; with a second `v1` while our keys are exchanged. They may come twice, under the same `id`, and in any order. Whatever is answered but 2xx within ten seconds',
      'is tried again over a day.',
    ].join(' '),
    body: newWebhook,
    answer: { status: 201, description: 'The webhook', schema: hook },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'WRONG_STATE'],
  },
  readDeliveries: {
    at: 'GET /api/webhook/{id}/delivery',
    tag: 'webhook',
    summary: "The newest fifty events for one of the viewer's webhooks, and what became of sending them",
    params: z.object({ id }),
    answer: {
      description: 'The newest first',
      schema: z.object({ deliveries: z.array(delivery) }),
    },
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND', 'RATE_LIMITED'],
  },
  sendAgain: {
    at: 'POST /api/webhook/{id}/delivery/{delivery}/send',
    tag: 'webhook',
    summary: 'Sends an event again, whether it has arrived or was given up',
    description: 'Its webhook must be switched on. It keeps its id.',
    params: z.object({ id, delivery: id }),
    answer: done('It will be sent, and tried again over a day as a new one is'),
    refuses: [...WRITE_REFUSALS, 'NOT_FOUND'],
  },
} satisfies ApiCalls;
