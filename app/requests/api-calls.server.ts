import { z } from 'zod';
import { id, instant } from '#app/entities/fields.ts';
import { type ApiCalls, BODY_REFUSALS, WRITE_REFUSALS } from '#app/http/answers/api-call.server.ts';
import { callRequestSchema } from '#protocol/call-request.ts';
import { extendedSchema, extensionSchema, newExtensionSchema } from '#protocol/extension.ts';
import { newRequest, REQUEST_CHANGES } from './schema.ts';

const answer = { description: 'The request', schema: callRequestSchema };

/** API calls for requests to streamers who take calls now. */
export const REQUEST_CALLS = {
  callStreamer: {
    at: 'POST /api/request',
    tag: 'request',
    summary: 'Calls a streamer who takes calls now: it rings once it is paid',
    description:
      'FORBIDDEN until the viewer has confirmed their email address. BUSY if the streamer takes no calls now. A request of the same person that is not paid gives way to it; WRONG_STATE while another one rings.',
    body: newRequest,
    answer: { ...answer, status: 201 },
    refuses: [
      ...BODY_REFUSALS,
      ...WRITE_REFUSALS,
      'FORBIDDEN',
      'NOT_FOUND',
      'PRICE_CHANGED',
      'NOT_PAYABLE',
      'WRONG_STATE',
      'PAYMENTS_OFF',
    ],
  },
  payRequest: {
    at: 'POST /api/request/{id}/pay',
    tag: 'request',
    summary: "Has a request's amount held on a card of the viewer's; then it rings",
    description:
      'What is delivered is charged a day after the call, by the second; the rest of the hold is released.',
    params: z.object({ id }),
    body: z.object({ cardId: id.optional().meta({ description: 'Default: the default card' }) }),
    answer: {
      description: "The bank's page, if it wants the viewer to confirm; it leads back to /request/{id}",
      schema: z.object({ url: z.url().nullable() }),
    },
    refuses: [
      ...BODY_REFUSALS,
      ...WRITE_REFUSALS,
      'NOT_FOUND',
      'WRONG_STATE',
      'CARD_NEEDED',
      'CARD_REFUSED',
      'NOT_PAYABLE',
      'PAYMENTS_OFF',
      'UNAVAILABLE',
    ],
  },
  readRequest: {
    at: 'GET /api/request/{id}',
    tag: 'request',
    summary: 'A request, for its two people',
    description: 'The streamer is told of it from when it rings.',
    params: z.object({ id }),
    answer,
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND'],
  },
  changeRequest: {
    at: 'POST /api/request/{id}/{change}',
    tag: 'request',
    summary: 'Accepts or rejects a request that rings, or cancels one',
    description: 'Streamers accept and reject; callers cancel.',
    params: z.object({ id, change: z.enum(REQUEST_CHANGES) }),
    answer: { ...answer, description: 'The request; if it was accepted with the room code' },
    refuses: [...WRITE_REFUSALS, 'NOT_FOUND', 'WRONG_STATE', 'UNAVAILABLE', 'FULL'],
  },
  readExtension: {
    at: 'GET /api/stream/{id}/extension',
    tag: 'request',
    summary: 'How a running call can be extended, for its customer',
    params: z.object({ id }),
    query: z.object({
      bank: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'Also tells the page of the bank on which the last extension waits' }),
    }),
    answer: { description: 'What one press adds and costs at most', schema: extensionSchema },
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND', 'INVALID_DATA'],
  },
  extendCall: {
    at: 'POST /api/stream/{id}/extend',
    tag: 'request',
    summary: 'Has a running call last longer, as was offered, on the card that paid for it first',
    description: 'The same `part` is held once. An extension that waits for the bank gives way to the next.',
    params: z.object({ id }),
    body: newExtensionSchema,
    answer: {
      description:
        "The bank's page, if it wants the viewer to confirm; it leads back to /personal/stream/{id}",
      schema: extendedSchema,
    },
    refuses: [
      ...BODY_REFUSALS,
      ...WRITE_REFUSALS,
      'NOT_FOUND',
      'WRONG_STATE',
      'PRICE_CHANGED',
      'CARD_NEEDED',
      'CARD_REFUSED',
      'NOT_PAYABLE',
      'PAYMENTS_OFF',
      'UNAVAILABLE',
    ],
  },
  setAvailable: {
    at: 'POST /api/request/available',
    tag: 'request',
    summary: 'Says that the streamer takes calls for two hours, or none',
    body: z.object({
      available: z.boolean(),
      onlyLonger: z.boolean().default(false).meta({ description: 'Only if they take calls already' }),
    }),
    answer: {
      description: 'Until when they take calls',
      schema: z.object({ until: instant.nullable() }),
    },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'FORBIDDEN', 'NOT_PAYABLE', 'WRONG_STATE'],
  },
} satisfies ApiCalls;
