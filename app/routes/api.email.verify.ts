import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { verifyEmail } from '#app/accounts/email-proof.server.ts';
import { answer, byMethod, readBody } from '#app/http/answer.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';

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
