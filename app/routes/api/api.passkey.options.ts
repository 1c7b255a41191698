import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { confirmPassword } from '#app/accounts/passwords/confirmation.server.ts';
import { askForNewPasskey } from '#app/accounts/second-factor/passkeys.server.ts';
import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { askForNewPasskey: ask } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request }) =>
    answer(ask, async () => {
      const viewer = await requireViewer(request);
      const { password } = await readJson(request, ask.body);
      await confirmPassword(viewer, password);
      const { options, setCookie } = await askForNewPasskey(viewer, request);
      return { body: options, setCookie };
    }),
});
