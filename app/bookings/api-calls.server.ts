import { z } from 'zod';
import { id } from '#app/entities/fields.ts';
import type { ApiCalls } from '#app/http/api-call.server.ts';
import { slotsQuery, slotsSchema } from './availability/slot-schema.ts';

/** Calls for streamers' time, besides the generic ones. */
export const BOOKING_CALLS = {
  listSlots: {
    at: 'GET /api/user/streamer/{id}/slots',
    tag: 'user',
    summary: 'The times at which a streamer who is visible to the viewer can be booked',
    params: z.object({ id }),
    query: slotsQuery,
    answer: { description: 'Slots, the earliest first', schema: slotsSchema },
    refuses: ['INVALID_DATA', 'NOT_SIGNED_IN', 'NOT_FOUND'],
  },
} satisfies ApiCalls;
