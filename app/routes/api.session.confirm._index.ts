import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { confirmPassword } from '#app/accounts/confirmation.server.ts';
import { answer, byMethod, readBody } from '#app/http/answer.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';

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
