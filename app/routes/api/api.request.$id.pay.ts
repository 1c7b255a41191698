import { answer, byMethod, readBody, readParams } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { REQUEST_CALLS } from '#app/requests/api-calls.server.ts';
import { payRequest } from '#app/requests/pay.server.ts';

const { payRequest: call } = REQUEST_CALLS;

export const action = byMethod({
  POST: ({ request, params, context }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, call.params);
      const { cardId } = await readBody(request, call.body);
      const page = `${originOf(request)}/request/${id}?done=pay`;
      return { body: { url: await payRequest(viewer, id, cardId, context.clientAddress, page) } };
    }),
});
