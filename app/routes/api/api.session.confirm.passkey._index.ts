import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { confirmWithPasskey } from '#app/accounts/second-factor/passkey-use.server.ts';
import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { confirmWithPasskey: confirm } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request }) =>
    answer(confirm, async () => {
      const viewer = await requireViewer(request);
      const { response } = await readJson(request, confirm.body);
      await confirmWithPasskey(viewer, response, request);
      return { body: {} };
    }),
});
