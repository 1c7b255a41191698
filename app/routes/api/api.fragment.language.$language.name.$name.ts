import type { LoaderFunctionArgs } from '@remix-run/node';
import { CONTENT_CALLS } from '#app/content/api-calls.server.ts';
import { findFragment } from '#app/content/texts.server.ts';
import { answer } from '#app/http/answers/answer.server.ts';

export function loader({ params }: LoaderFunctionArgs) {
  return answer(CONTENT_CALLS.readFragmentByName, async () => ({
    body: await findFragment(params.language ?? '', params.name ?? ''),
  }));
}
