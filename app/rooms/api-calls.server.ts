import { z } from 'zod';
import { id, instant } from '#app/entities/fields.ts';
import {
  answers,
  done,
  type Json,
  jsonAnswer,
  type Operation,
  parameter,
  refusals,
  word,
} from '#app/http/api-call.server.ts';
import { seatNameSchema } from '#protocol/channel.ts';

const roomSchema = z.object({
  id,
  token: z.string(),
  status: z.string(),
  seat: seatNameSchema,
  cameraType: z.string().nullable(),
  videoQuality: z.string().nullable(),
  hostUserId: id.nullable(),
  guestUserId: id.nullable(),
  createdAt: instant,
  expiresAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
});

const code = parameter('token', 'path', { type: 'string', description: 'The room code' });

/** Making a room and finding one by its code. */
export const ROOM_CALLS: Record<string, Record<string, Operation>> = {
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
  '/api/channel/requested/{id}': {
    get: {
      operationId: 'readRequestedChannel',
      tags: ['channel'],
      summary: 'A room, for its host or guest',
      parameters: [parameter('id', 'path', { ...word, description: 'Its id or its code' })],
      responses: { 200: answers('The room', roomSchema), ...refusals(401, 404, 429) },
    },
  },
};

function object(properties: Record<string, Json>): Json {
  return { type: 'object', required: Object.keys(properties), properties };
}
