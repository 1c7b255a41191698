import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { requestEmailChange } from '#app/accounts/settings/email-change.server.ts';
import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { changeEmail } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(changeEmail, async () => {
      const viewer = await requireViewer(request);
      const wish = await readBody(request, changeEmail.body);
      await spend('link', context.clientAddress);
      await requestEmailChange(viewer, wish, originOf(request));
      return { body: {} };
    }),
});
