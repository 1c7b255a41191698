import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { changeRequest } from '#app/requests/answer.server.ts';
import { REQUEST_CALLS } from '#app/requests/api-calls.server.ts';
import { readRequest } from '#app/requests/read.server.ts';

const { changeRequest: call } = REQUEST_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id, change } = readParams(params, call.params);
      await changeRequest(viewer, change, id);
      return { body: (await readRequest(viewer, id)).request };
    }),
});
