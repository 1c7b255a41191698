import type { LoaderFunctionArgs } from '@remix-run/node';
import { findArticle } from '#app/content/texts.server.ts';
import { answer } from '#app/http/answer.server.ts';
import { viewerOf } from '#app/http/viewer.server.ts';

/** GET /api/blog/language/:language/article/:name → the post, by `en` or `ENGLISH`; 404 for drafts. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(async () => {
    const viewer = await viewerOf(request);
    return { body: await findArticle(viewer, params.language ?? '', params.name ?? '') };
  });
}
