import type { LoaderFunctionArgs } from '@remix-run/node';
import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { currentUser } from '#app/accounts/current-user.server.ts';
import { answer } from '#app/http/answer.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';

export function loader({ request }: LoaderFunctionArgs) {
  return answer(ACCOUNT_CALLS.readCurrentUser, async () => ({
    body: await currentUser((await requireViewer(request)).id),
  }));
}
