import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { closeSession } from '#app/accounts/log-in/log-in.server.ts';
import { answer } from '#app/http/answer.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

const sessionIdSchema = z.uuid().nullable();

/**
 * GET /api/logout[?session-uuid=…] → 200 once that session of one's own, else the present one, has ended; also for
 * whoever was not signed in. Errors: NOT_FOUND for a session that is not one's own, CROSS_SITE.
 */
export function loader({ request }: LoaderFunctionArgs) {
  return answer(async () => {
    const sessionId = sessionIdSchema.safeParse(new URL(request.url).searchParams.get('session-uuid'));
    if (!sessionId.success) throw new ProtocolError('NOT_FOUND');
    return { body: {}, setCookie: await closeSession(request, sessionId.data ?? undefined) };
  });
}
