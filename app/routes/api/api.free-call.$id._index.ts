import type { LoaderFunctionArgs } from '@remix-run/node';
import { FREE_CALL_CALLS } from '#app/free-calls/api-calls.server.ts';
import { readFreeCall } from '#app/free-calls/read.server.ts';
import { answer, readParams } from '#app/http/answers/answer.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';
import { browserKey } from '#app/rooms/browser-key.server.ts';

const { readFreeCall: call } = FREE_CALL_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(call, async () => {
    const person = { viewer: await viewerOf(request), key: (await browserKey(request)).key };
    return { body: (await readFreeCall(person, readParams(params, call.params).id)).call };
  });
}
