import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { changePassword } from '#app/accounts/passwords/password-change.server.ts';
import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { serializeRenewed } from '#app/http/viewers/credentials.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { changePassword: change } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request }) =>
    answer(change, async () => {
      const viewer = await requireViewer(request);
      const token = await changePassword(viewer, await readBody(request, change.body), originOf(request));
      return {
        body: {},
        headers: { 'auth-token': token, 'session-uuid': viewer.sessionId },
        setCookie: await serializeRenewed(token, request),
      };
    }),
});
