import type { LoaderFunctionArgs } from '@remix-run/node';
import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { addPasskey, listPasskeys } from '#app/accounts/second-factor/passkeys.server.ts';
import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { addPasskey: add, listPasskeys: list } = ACCOUNT_CALLS;

export function loader({ request }: LoaderFunctionArgs) {
  return answer(list, async () => {
    const { id } = await requireViewer(request);
    return { body: { passkeys: await listPasskeys(id) } };
  });
}

export const action = byMethod({
  POST: ({ request }) =>
    answer(add, async () => {
      const viewer = await requireViewer(request);
      return { body: await addPasskey(viewer, await readJson(request, add.body), request) };
    }),
});
