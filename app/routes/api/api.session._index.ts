import type { LoaderFunctionArgs } from '@remix-run/node';
import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { listSessions } from '#app/accounts/sessions/sessions.server.ts';
import { answer } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

/** GET /api/session → `{sessions: […]}`, the requesting one marked `current`. Errors: NOT_SIGNED_IN. */
export function loader({ request }: LoaderFunctionArgs) {
  return answer(ACCOUNT_CALLS.listSessions, async () => {
    const viewer = await requireViewer(request);
    const sessions = await listSessions(viewer.id);
    return {
      body: {
        sessions: sessions.map((session) => ({ ...session, current: session.id === viewer.sessionId })),
      },
    };
  });
}
