import { verifyEmail } from '#app/accounts/addresses/email-proof.server.ts';
import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';

const { verifyEmail: verify } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(verify, async () => {
      refuseCrossSite(request);
      const { token } = await readBody(request, verify.body);
      await spend('link', context.clientAddress);
      await verifyEmail(token, originOf(request));
      return { body: {} };
    }),
});
