import type { ActionFunctionArgs } from '@remix-run/node';
import { renderMarkdown } from '#app/content/markdown.server.ts';
import { answer } from '#app/http/answer.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** POST with Markdown → its HTML, for the editor. Errors: NOT_SIGNED_IN, FORBIDDEN, METHOD_NOT_ALLOWED. */
export function action({ request }: ActionFunctionArgs) {
  return answer(async () => {
    if (request.method !== 'POST') throw new ProtocolError('METHOD_NOT_ALLOWED');
    const { authorities } = await requireViewer(request);
    if (!authorities.has('ADMINISTER')) throw new ProtocolError('FORBIDDEN');
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
    return new Response(renderMarkdown(await request.text()), { headers });
  });
}
