import { changeFreeCall } from '#app/free-calls/answer.server.ts';
import { FREE_CALL_CALLS } from '#app/free-calls/api-calls.server.ts';
import { readFreeCall } from '#app/free-calls/read.server.ts';
import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';
import { browserKey } from '#app/rooms/browser-key.server.ts';

const { changeFreeCall: call } = FREE_CALL_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await viewerOf(request);
      const { key, setCookie } = await browserKey(request);
      const { id, change } = readParams(params, call.params);
      await changeFreeCall({ viewer, key }, change, id);
      return { body: (await readFreeCall({ viewer, key }, id)).call, setCookie };
    }),
});
