import { answer, byMethod, readBody, readParams } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { REQUEST_CALLS } from '#app/requests/api-calls.server.ts';
import { extend } from '#app/requests/extend.server.ts';

const { extendCall: call } = REQUEST_CALLS;

export const action = byMethod({
  POST: ({ request, params, context }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, call.params);
      const wanted = await readBody(request, call.body);
      const page = `${originOf(request)}/personal/stream/${id}?done=extend`;
      return { body: { url: await extend(viewer, id, wanted, context.clientAddress, page) } };
    }),
});
