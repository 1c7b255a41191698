import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { requestReset } from '#app/accounts/passwords/password-change.server.ts';
import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';

const { forgetPassword } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(forgetPassword, async () => {
      refuseCrossSite(request);
      const { email } = await readBody(request, forgetPassword.body);
      await spend('link', context.clientAddress);
      await requestReset(email, originOf(request));
      return { body: {} };
    }),
});
