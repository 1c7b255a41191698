import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { requireKey } from '#app/http/viewers/api-keys.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';
import { endKeyedRoom, readKeyedRoom } from '#app/rooms/keyed-rooms.server.ts';

const { readKeyedRoom: read, endKeyedRoom: end } = ROOM_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(read, async () => {
    const key = await requireKey(request, 'room:read');
    return { body: await readKeyedRoom(key, readParams(params, read.params).id) };
  });
}

export const action = byMethod({
  DELETE: ({ request, params }) =>
    answer(end, async () => {
      const key = await requireKey(request, 'room:end');
      await endKeyedRoom(key, readParams(params, end.params).id);
      return { body: {} };
    }),
});
