import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer } from '#app/http/answers/answer.server.ts';
import { quietly } from '#app/http/answers/quiet.server.ts';
import { countRefusals } from '#app/http/limits/rate-limits.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';
import { browserKey } from '#app/rooms/browser-key.server.ts';
import { requestedChannel } from '#app/rooms/rooms.server.ts';

/** GET /api/channel/requested/:id (or its code) → the room, for its host or guest; 404 for everyone else. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return quietly(
    request,
    answer(ROOM_CALLS.readRequestedChannel, () =>
      countRefusals('wrongCode', context.clientAddress, ['NOT_FOUND'], async () => {
        const viewer = await viewerOf(request);
        const { key } = await browserKey(request);
        return { body: await requestedChannel(params.id ?? '', viewer, key) };
      }),
    ),
  );
}
