import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer, readParams, readQuery } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { REQUEST_CALLS } from '#app/requests/api-calls.server.ts';
import { readExtension } from '#app/requests/extend.server.ts';

const { readExtension: call } = REQUEST_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(call, async () => {
    const viewer = await requireViewer(request);
    const { id } = readParams(params, call.params);
    return { body: await readExtension(viewer, id, readQuery(request, call.query).bank === 'true') };
  });
}
