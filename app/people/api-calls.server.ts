import { z } from 'zod';
import { id } from '#app/entities/fields.ts';
import type { ApiCalls } from '#app/http/api-call.server.ts';
import { streamerSchema } from './streamers/streamers.server.ts';

/** Streamers beside the generic calls. */
export const PEOPLE_CALLS = {
  readStreamer: {
    at: 'GET /api/user/streamer/{id}',
    tag: 'user',
    summary: 'What everyone may know of a streamer; only of streamers that the viewer is shown',
    params: z.object({ id }),
    answer: { description: 'The streamer', schema: streamerSchema },
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND'],
  },
} satisfies ApiCalls;
