import type { ActionFunctionArgs } from '@remix-run/node';
import { currentUser } from '#app/accounts/current-user.server.ts';
import { authenticate, openSession } from '#app/accounts/log-in/log-in.server.ts';
import { logInSchema } from '#app/accounts/schemas.ts';
import { answer, fieldsOf } from '#app/http/answer.server.ts';
import { refuseCrossSite } from '#app/http/origin.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * POST /api/login `{username, password, user-agent-type?}`, as JSON, form or query → the user, with the headers
 * `auth-token` and `session-uuid` and the cookie. Errors: WRONG_CREDENTIALS for whatever does not fit, RATE_LIMITED,
 * FORBIDDEN, CROSS_SITE.
 */
export function action({ request, context }: ActionFunctionArgs) {
  return answer(async () => {
    refuseCrossSite(request);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const body = request.headers.has('Content-Type') ? Object(await fieldsOf(request)) : {};
    const fields = logInSchema.safeParse({ ...query, ...body });
    if (!fields.success) throw new ProtocolError('WRONG_CREDENTIALS');
    const userId = await authenticate(fields.data, context.clientAddress);
    const session = await openSession(userId, request, fields.data['user-agent-type']);
    return {
      body: await currentUser(userId),
      headers: { 'auth-token': session.token, 'session-uuid': session.id },
      setCookie: session.setCookie,
    };
  });
}
