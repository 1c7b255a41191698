import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { endSessionAs } from '#app/accounts/sessions/sessions.server.ts';
import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { endSession: end } = ACCOUNT_CALLS;

export const action = byMethod({
  DELETE: ({ request, params }) =>
    answer(end, async () => {
      const viewer = await requireViewer(request);
      const { id } = readParams(params, end.params);
      if (id !== viewer.sessionId) requireConfirmed(viewer);
      await endSessionAs(viewer, id);
      return { body: {} };
    }),
});
