import { z } from 'zod';
import { id } from '#app/entities/fields.ts';
import type { ApiCalls } from '#app/http/answers/api-call.server.ts';
import { streamerSchema } from './streamers/streamers.server.ts';

/** Calls for streamers, besides the generic ones. */
export const PEOPLE_CALLS = {
  readStreamer: {
    at: 'GET /api/user/streamer/{id}',
    tag: 'user',
    summary: 'The public profile of a streamer who is visible to the viewer',
    params: z.object({ id }),
    answer: { description: 'The streamer', schema: streamerSchema },
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND'],
  },
} satisfies ApiCalls;
