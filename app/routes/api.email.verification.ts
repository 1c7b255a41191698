import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { requestVerification } from '#app/accounts/email-proof.server.ts';
import { answer, byMethod } from '#app/http/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(ACCOUNT_CALLS.askForVerification, async () => {
      const viewer = await requireViewer(request);
      await spend('link', context.clientAddress);
      await requestVerification(viewer.id, originOf(request));
      return { body: {} };
    }),
});
