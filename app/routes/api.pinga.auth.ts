import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer } from '#app/http/answer.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';

/** GET /api/pinga/auth → 200 while somebody is signed in. Errors: NOT_SIGNED_IN. */
export function loader({ request }: LoaderFunctionArgs) {
  return answer(async () => {
    await requireViewer(request);
    return { body: {} };
  });
}
