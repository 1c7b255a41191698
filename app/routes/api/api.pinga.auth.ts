import type { LoaderFunctionArgs } from '@remix-run/node';
import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { answer } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

/** GET /api/pinga/auth → 200 if the request is authenticated. Errors: NOT_SIGNED_IN. */
export function loader({ request }: LoaderFunctionArgs) {
  return answer(ACCOUNT_CALLS.authenticatedPing, async () => {
    await requireViewer(request);
    return { body: {} };
  });
}
