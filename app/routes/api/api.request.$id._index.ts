import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { REQUEST_CALLS } from '#app/requests/api-calls.server.ts';
import { readRequest } from '#app/requests/read.server.ts';

const { readRequest: call } = REQUEST_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(call, async () => {
    const viewer = await requireViewer(request);
    return { body: (await readRequest(viewer, readParams(params, call.params).id)).request };
  });
}
