import { z } from 'zod';
import { id, latitude, longitude } from '#app/entities/fields.ts';
import { answers, type Operation, parameter, refusals, uuid } from '#app/http/api-call.server.ts';

const streamerSchema = z.object({
  id,
  username: z.string(),
  urlname: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  description: z.string().nullable(),
  hasAvatar: z.boolean(),
  avatarKey: z.string().nullable(),
  channelCamera: z.string().nullable(),
  controlModes: z.array(z.string()),
  languages: z.array(z.string()),
  prices: z.array(z.object({ currency: z.string(), perMinute: z.number() })),
  place: z.object({ latitude, longitude }).nullable(),
  rating: z.object({ average: z.number().nullable(), count: z.int() }),
});

/** Streamers beside the generic calls. */
export const PEOPLE_CALLS: Record<string, Record<string, Operation>> = {
  '/api/user/streamer/{id}': {
    get: {
      operationId: 'readStreamer',
      tags: ['user'],
      summary: 'What everybody may know of a streamer',
      parameters: [parameter('id', 'path', uuid)],
      responses: { 200: answers('The streamer', streamerSchema), ...refusals(401, 404) },
    },
  },
};
