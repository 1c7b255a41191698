import { requestVerification } from '#app/accounts/addresses/email-proof.server.ts';
import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { answer, byMethod } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(ACCOUNT_CALLS.askForVerification, async () => {
      const viewer = await requireViewer(request);
      await spend('link', context.clientAddress);
      await requestVerification(viewer.id, originOf(request));
      return { body: {} };
    }),
});
