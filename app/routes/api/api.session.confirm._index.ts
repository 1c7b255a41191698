import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { confirmPassword } from '#app/accounts/passwords/confirmation.server.ts';
import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { confirm } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request }) =>
    answer(confirm, async () => {
      const viewer = await requireViewer(request);
      const { password } = await readBody(request, confirm.body);
      await confirmPassword(viewer, password);
      return { body: {} };
    }),
});
