import { z } from 'zod';
import { apiKeySchema, newApiKey } from '#app/entities/api-key/schema.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import { newWebhook, webhookSchema } from '#app/entities/webhook/schema.ts';
import { type ApiCalls, BODY_REFUSALS, WRITE_REFUSALS } from '#app/http/api-call.server.ts';

const key: z.ZodType<Row & { key: string }> = apiKeySchema.row.extend({
  key: z.string().meta({ description: 'To be sent as `Authorization: Bearer …`. It cannot be read again.' }),
});

const hook: z.ZodType<Row & { secret: string }> = webhookSchema.row.extend({
  secret: z.string().meta({ description: 'What its events are signed with. It cannot be read again.' }),
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
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'WRONG_STATE'],
  },
  createWebhook: {
    at: 'POST /api/webhook',
    tag: 'webhook',
    summary:
      'Has an address told of what happens to the viewer: their bookings, and calls in rooms that their keys made',
    description: [
      'Only for people whose email address is confirmed. Events are sent as `{id, type, createdAt, data}` with the header',
      '`Panocall-Signature: t=…,v1=…`: seconds since 1970, and HMAC-SHA-256 with the secret of `t`, a dot and the body, in',
      'hexadecimal. They may come twice, under the same `id`, and in any order. Whatever is answered but 2xx within ten seconds',
      'is tried again over a day.',
    ].join(' '),
    body: newWebhook,
    answer: { status: 201, description: 'The webhook', schema: hook },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'WRONG_STATE'],
  },
} satisfies ApiCalls;
