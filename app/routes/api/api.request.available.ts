import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { REQUEST_CALLS } from '#app/requests/api-calls.server.ts';
import { setAvailable } from '#app/requests/available.server.ts';

const { setAvailable: call } = REQUEST_CALLS;

export const action = byMethod({
  POST: ({ request }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { available, onlyLonger } = await readBody(request, call.body);
      return { body: { until: await setAvailable(viewer, available, onlyLonger) } };
    }),
});
