import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { endSession } from '#app/accounts/sessions.server.ts';
import { answer } from '#app/http/answer.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** DELETE /api/session/:id → 200 once that session of one's own has ended. Errors: NOT_SIGNED_IN, NOT_FOUND. */
export function action({ request, params }: ActionFunctionArgs) {
  return answer(async () => {
    if (request.method !== 'DELETE') throw new ProtocolError('METHOD_NOT_ALLOWED');
    const viewer = await requireViewer(request);
    const id = z.uuid().safeParse(params.id);
    if (!id.success || !(await endSession(viewer.id, id.data))) throw new ProtocolError('NOT_FOUND');
    return { body: {} };
  });
}
