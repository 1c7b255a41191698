import type { LoaderFunctionArgs } from '@remix-run/node';
import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { endSessionsOf, listSessionsOf } from '#app/accounts/sessions/sessions.server.ts';
import { answer, byMethod, readParams } from '#app/http/answers/answer.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { listSessionsOf: list, endSessionsOf: end } = ACCOUNT_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(list, async () => {
    const viewer = await requireViewer(request);
    const { id } = readParams(params, list.params);
    return { body: { sessions: await listSessionsOf(viewer, id) } };
  });
}

export const action = byMethod({
  DELETE: ({ request, params }) =>
    answer(end, async () => {
      const viewer = await requireViewer(request);
      requireConfirmed(viewer);
      const { id } = readParams(params, end.params);
      await endSessionsOf(viewer, id);
      return { body: {} };
    }),
});
