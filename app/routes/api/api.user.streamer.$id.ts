import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer, readParams } from '#app/http/answers/answer.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';
import { PEOPLE_CALLS } from '#app/people/api-calls.server.ts';
import { findStreamer } from '#app/people/streamers/streamers.server.ts';

const { readStreamer } = PEOPLE_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(readStreamer, async () => {
    const viewer = await viewerOf(request);
    const { id } = readParams(params, readStreamer.params);
    return { body: await findStreamer(viewer, id) };
  });
}
