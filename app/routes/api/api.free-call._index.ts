import { FREE_CALL_CALLS } from '#app/free-calls/api-calls.server.ts';
import { callFreely } from '#app/free-calls/call.server.ts';
import { readFreeCall } from '#app/free-calls/read.server.ts';
import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';
import { browserKey } from '#app/rooms/browser-key.server.ts';

const { callFreely: call } = FREE_CALL_CALLS;

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(call, async () => {
      const viewer = await viewerOf(request);
      const { key, setCookie } = await browserKey(request);
      const caller = { viewer, key };
      const id = await callFreely(caller, await readBody(request, call.body), context.clientAddress);
      return { body: (await readFreeCall(caller, id)).call, setCookie };
    }),
});
