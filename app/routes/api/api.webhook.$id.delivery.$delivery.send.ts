import { DEVELOPER_CALLS } from '#app/developers/api-calls.server.ts';
import { sendAgain } from '#app/developers/webhooks/webhooks.server.ts';
import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { sendAgain: call } = DEVELOPER_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      await sendAgain(viewer, readParams(params, call.params));
      return { body: {} };
    }),
});
