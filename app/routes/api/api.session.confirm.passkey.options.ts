import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { askForPasskey } from '#app/accounts/second-factor/passkey-use.server.ts';
import { answer, byMethod } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(ACCOUNT_CALLS.askToConfirm, async () => {
      const { id } = await requireViewer(request);
      await spend('passkey', context.clientAddress);
      const { options, setCookie } = await askForPasskey(id, request);
      return { body: options, setCookie };
    }),
});
