import type { LoaderFunctionArgs } from '@remix-run/node';
import { findFragment } from '#app/content/texts.server.ts';
import { answer } from '#app/http/answer.server.ts';

/** GET /api/fragment/language/:language/name/:name → the fragment, by `en` or `ENGLISH`. */
export function loader({ params }: LoaderFunctionArgs) {
  return answer(async () => ({ body: await findFragment(params.language ?? '', params.name ?? '') }));
}
