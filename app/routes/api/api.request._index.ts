import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { REQUEST_CALLS } from '#app/requests/api-calls.server.ts';
import { callStreamer } from '#app/requests/call.server.ts';
import { readRequest } from '#app/requests/read.server.ts';

const { callStreamer: call } = REQUEST_CALLS;

export const action = byMethod({
  POST: ({ request }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const id = await callStreamer(viewer, await readBody(request, call.body));
      return { body: (await readRequest(viewer, id)).request };
    }),
});
