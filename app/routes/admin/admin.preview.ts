import { renderMarkdown } from '#app/content/markdown.server.ts';
import { answer, byMethod } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { forbidden } from '#app/http/viewers/viewer.ts';

/** POST with Markdown → its HTML, for the editor. Errors: NOT_SIGNED_IN, FORBIDDEN, METHOD_NOT_ALLOWED. */
export const action = byMethod({
  POST: ({ request }) =>
    answer({ answer: { description: 'The HTML', file: 'text/plain' } }, async () => {
      const viewer = await requireViewer(request);
      if (!viewer.authorities.has('ADMINISTER')) throw forbidden(viewer);
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
      return new Response(renderMarkdown(await request.text()), { headers });
    }),
});
