import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer } from '#app/http/answer.server.ts';
import { findFragment } from '#app/services/content.server.ts';

/** GET /api/fragment/language/:language/name/:name → the fragment, by `en` or `ENGLISH`. */
export function loader({ params }: LoaderFunctionArgs) {
  return answer(async () => ({ body: await findFragment(params.language ?? '', params.name ?? '') }));
}
