import { z } from 'zod';
import { id } from '#app/entities/fields.ts';
import { type ApiCalls, BODY_REFUSALS, WRITE_REFUSALS } from '#app/http/answers/api-call.server.ts';
import { REQUEST_CHANGES } from '#app/requests/schema.ts';
import { callRequestSchema } from '#protocol/call-request.ts';
import { newFreeCall } from './schema.ts';

const answer = { description: 'The call', schema: callRequestSchema };

/** API calls for free calls to people by their links, `/call/URLNAME`; the caller needs no account. */
export const FREE_CALL_CALLS = {
  callFreely: {
    at: 'POST /api/free-call',
    tag: 'request',
    summary: 'Calls a person who lets the viewer call them for free: it rings for a minute',
    description: 'BUSY if they are in a call. A ringing free call of the same caller is cancelled.',
    body: newFreeCall,
    answer: { ...answer, status: 201 },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'NOT_FOUND'],
  },
  readFreeCall: {
    at: 'GET /api/free-call/{id}',
    tag: 'request',
    summary: 'A free call, for its two people',
    params: z.object({ id }),
    answer,
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND'],
  },
  changeFreeCall: {
    at: 'POST /api/free-call/{id}/{change}',
    tag: 'request',
    summary: 'Accepts or rejects a free call that rings, or cancels one',
    description: 'The person who is called accepts and rejects; the caller cancels.',
    params: z.object({ id, change: z.enum(REQUEST_CHANGES) }),
    answer: { ...answer, description: 'The call; if it was accepted with the room code' },
    refuses: [...WRITE_REFUSALS, 'NOT_FOUND', 'WRONG_STATE', 'UNAVAILABLE', 'FULL', 'TOO_MANY_ROOMS'],
  },
} satisfies ApiCalls;
