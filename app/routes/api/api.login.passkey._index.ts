import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { openSession } from '#app/accounts/log-in/log-in.server.ts';
import { takeChallenge } from '#app/accounts/second-factor/challenges.server.ts';
import { acceptPasskey } from '#app/accounts/second-factor/passkey-use.server.ts';
import { currentUser } from '#app/accounts/sessions/current-user.server.ts';
import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { refuseBlockedAddress } from '#app/http/limits/blocked-networks.server.ts';
import { refuseCrossSite } from '#app/http/origin.server.ts';

const { logInWithPasskey } = ACCOUNT_CALLS;

export const action = byMethod({
  POST: ({ request, context }) =>
    answer(logInWithPasskey, async () => {
      refuseCrossSite(request);
      await refuseBlockedAddress(context.clientAddress);
      const { response, 'user-agent-type': kind } = await readJson(request, logInWithPasskey.body);
      const { userId } = await acceptPasskey(response, request);
      // The browser may have an open second-factor challenge, of this account or another one.
      await takeChallenge('SECOND_FACTOR', request);
      const session = await openSession(userId, request, {
        address: context.clientAddress,
        userAgentType: kind,
      });
      return {
        body: await currentUser(userId),
        headers: { 'auth-token': session.token, 'session-uuid': session.id },
        setCookie: session.setCookie,
      };
    }),
});
