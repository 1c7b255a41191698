import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { liftSuspension, suspend } from '#app/accounts/suspension.server.ts';
import { answer, byMethod, readBody, readParams } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { suspendUser, liftSuspension: lift } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request, params }) =>
    answer(suspendUser, async () => {
      const viewer = await requireViewer(request);
      requireConfirmed(viewer);
      const { id } = readParams(params, suspendUser.params);
      await suspend(viewer, id, await readBody(request, suspendUser.body), originOf(request));
      return { body: {} };
    }),

  DELETE: ({ request, params }) =>
    answer(lift, async () => {
      const viewer = await requireViewer(request);
      requireConfirmed(viewer);
      const { id } = readParams(params, lift.params);
      await liftSuspension(viewer, id, originOf(request));
      return { body: {} };
    }),
});
