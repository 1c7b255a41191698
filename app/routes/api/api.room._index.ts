import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireKey } from '#app/http/viewers/api-keys.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';
import { makeKeyedRoom } from '#app/rooms/keyed-rooms.server.ts';

const { makeKeyedRoom: call } = ROOM_CALLS;

export const action = byMethod({
  POST: ({ request }) =>
    answer(call, async () => {
      const key = await requireKey(request, 'room:create');
      return { body: await makeKeyedRoom(key, await readJson(request, call.body), originOf(request)) };
    }),
});
