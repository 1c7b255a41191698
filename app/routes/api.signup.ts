import type { ActionFunctionArgs } from '@remix-run/node';
import { currentUser } from '#app/accounts/current-user.server.ts';
import { openSession } from '#app/accounts/log-in/log-in.server.ts';
import { signUp } from '#app/accounts/log-in/sign-up.server.ts';
import { signUpSchema } from '#app/accounts/schemas.ts';
import { answer, readBody } from '#app/http/answer.server.ts';
import { refuseBlockedAddress } from '#app/http/blocked-networks.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';

/**
 * POST /api/signup `{username, email, password, language?}` → 201 and the new user, signed in as by /api/login.
 * Errors: INVALID_DATA, ALREADY_EXISTS for the username, RATE_LIMITED, FORBIDDEN, CROSS_SITE.
 */
export function action({ request, context }: ActionFunctionArgs) {
  return answer(async () => {
    refuseCrossSite(request);
    await refuseBlockedAddress(context.clientAddress);
    const fields = await readBody(request, signUpSchema);
    await spend('signUp', context.clientAddress);
    const userId = await signUp(fields, originOf(request));
    const session = await openSession(userId, request);
    return {
      status: 201,
      body: await currentUser(userId),
      headers: { 'auth-token': session.token, 'session-uuid': session.id },
      setCookie: session.setCookie,
    };
  });
}
