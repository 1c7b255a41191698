import type { LoaderFunctionArgs } from '@remix-run/node';
import { CONTENT_CALLS } from '#app/content/api-calls.server.ts';
import { findArticle } from '#app/content/texts.server.ts';
import { answer } from '#app/http/answers/answer.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(CONTENT_CALLS.readArticle, async () => {
    const viewer = await viewerOf(request);
    return { body: await findArticle(viewer, params.language ?? '', params.name ?? '') };
  });
}
