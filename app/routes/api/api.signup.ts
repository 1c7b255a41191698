import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { openSession } from '#app/accounts/log-in/log-in.server.ts';
import { signUp } from '#app/accounts/log-in/sign-up.server.ts';
import { currentUser } from '#app/accounts/sessions/current-user.server.ts';
import { answer, byMethod, readBody } from '#app/http/answers/answer.server.ts';
import { refuseBlockedAddress } from '#app/http/limits/blocked-networks.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';

const { signUp: call } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(call, async () => {
      refuseCrossSite(request);
      await refuseBlockedAddress(context.clientAddress);
      const fields = await readBody(request, call.body);
      await spend('signUp', context.clientAddress);
      const userId = await signUp(fields, originOf(request));
      const session = await openSession(userId, request, { address: context.clientAddress, isFirst: true });
      return {
        body: await currentUser(userId),
        headers: { 'auth-token': session.token, 'session-uuid': session.id },
        setCookie: session.setCookie,
      };
    }),
});
