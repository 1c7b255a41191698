import type { LoaderFunctionArgs } from '@remix-run/node';
import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { currentUser } from '#app/accounts/sessions/current-user.server.ts';
import { answer } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

export function loader({ request }: LoaderFunctionArgs) {
  return answer(ACCOUNT_CALLS.readCurrentUser, async () => ({
    body: await currentUser((await requireViewer(request)).id),
  }));
}
