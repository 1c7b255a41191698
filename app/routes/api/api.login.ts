import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { authenticate, openSession } from '#app/accounts/log-in/log-in.server.ts';
import { hasSecondFactor } from '#app/accounts/second-factor/factors.server.ts';
import { acceptCode } from '#app/accounts/second-factor/log-in.server.ts';
import { currentUser } from '#app/accounts/sessions/current-user.server.ts';
import { answer, byMethod, fieldsOf } from '#app/http/answers/answer.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { findSession } from '#app/http/viewers/credentials.server.ts';
import { takeDevice } from '#app/notifications/push/log-in-device.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

const { logIn } = ACCOUNT_CALLS;

/** Time since which passwords in the URL, which logs and histories keep, are deprecated (RFC 9745, section 2.1). */
const DEPRECATED = `@${Date.UTC(2026, 10, 22) / 1000}`;

export const action = byMethod({
  POST: async ({ request, context }) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const answered = await answer(logIn, async () => {
      refuseCrossSite(request);
      const body = request.headers.has('Content-Type') ? Object(await fieldsOf(request)) : {};
      const fields = logIn.body.safeParse({ ...query, ...body });
      if (!fields.success) throw new ProtocolError('WRONG_CREDENTIALS');
      const userId = await authenticate(fields.data, context.clientAddress);
      if (await hasSecondFactor(userId)) {
        const { code } = fields.data;
        if (code === undefined) throw new ProtocolError('SECOND_FACTOR_NEEDED');
        await acceptCode(userId, code, context.clientAddress, originOf(request));
      }
      const session = await openSession(userId, request, {
        address: context.clientAddress,
        userAgentType: fields.data['user-agent-type'],
      });
      const { pushToken } = fields.data;
      const viewer = pushToken ? await findSession(session.token) : null;
      if (pushToken && viewer) await takeDevice(viewer, pushToken);
      return {
        body: await currentUser(userId),
        headers: { 'auth-token': session.token, 'session-uuid': session.id },
        setCookie: session.setCookie,
      };
    });
    if ('password' in query) answered.headers.set('Deprecation', DEPRECATED);
    return answered;
  },
});
