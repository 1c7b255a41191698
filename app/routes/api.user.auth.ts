import type { LoaderFunctionArgs } from '@remix-run/node';
import { currentUser } from '#app/accounts/current-user.server.ts';
import { answer } from '#app/http/answer.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';

/** GET /api/user/auth → the user that is signed in. Errors: NOT_SIGNED_IN. */
export function loader({ request }: LoaderFunctionArgs) {
  return answer(async () => ({ body: await currentUser((await requireViewer(request)).id) }));
}
