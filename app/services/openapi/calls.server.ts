import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { CONTENT_CALLS } from '#app/content/api-calls.server.ts';
import {
  done,
  type Json,
  jsonAnswer,
  type Operation,
  parameter,
  refusals,
} from '#app/http/api-call.server.ts';

const code = parameter('token', 'path', { type: 'string', description: 'The room code' });

/** The calls beside the generic ones. */
export const CALLS: Record<string, Record<string, Operation>> = {
  ...ACCOUNT_CALLS,
  ...CONTENT_CALLS,
  '/api/pinga/heartbeat': {
    get: {
      operationId: 'heartbeat',
      tags: ['pinga'],
      summary: 'Whether a call could be made now',
      responses: { 200: done('It could'), ...refusals(503) },
    },
  },
  '/api/channel/ticket': {
    get: {
      operationId: 'makeRoom',
      tags: ['channel'],
      summary: 'A new room, its host being the browser that asks',
      responses: {
        200: jsonAnswer(
          'The room code, and when it expires (milliseconds since 1970)',
          object({ token: { type: 'string' }, expiresAt: { type: 'number' } }),
        ),
        ...refusals(401, 403, 429, 503),
      },
    },
  },
  '/api/channel/check/{token}': {
    get: {
      operationId: 'checkCode',
      tags: ['channel'],
      summary: 'Whether a guest may enter with a room code',
      parameters: [code],
      responses: {
        200: jsonAnswer('They may', object({ token: { type: 'string' } })),
        ...refusals(404, 429),
      },
    },
  },
};

function object(properties: Record<string, Json>): Json {
  return { type: 'object', required: Object.keys(properties), properties };
}
