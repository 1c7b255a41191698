import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { resetPassword } from '#app/accounts/passwords/password-change.server.ts';
import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';

const { resetPassword: reset } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(reset, async () => {
      refuseCrossSite(request);
      const { token, password } = await readBody(request, reset.body);
      await spend('link', context.clientAddress);
      await resetPassword(token, password, originOf(request));
      return { body: {} };
    }),
});
