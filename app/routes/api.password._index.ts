import type { ActionFunctionArgs } from '@remix-run/node';
import { changePassword } from '#app/accounts/password-change.server.ts';
import { changePasswordSchema } from '#app/accounts/schemas.ts';
import { answer, readBody } from '#app/http/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';

/**
 * POST /api/password `{password, newPassword}` → 200 once it is changed and all other sessions have ended. Errors:
 * WRONG_CREDENTIALS, INVALID_DATA, NOT_SIGNED_IN, RATE_LIMITED.
 */
export function action({ request }: ActionFunctionArgs) {
  return answer(async () => {
    const viewer = await requireViewer(request);
    await changePassword(viewer, await readBody(request, changePasswordSchema), originOf(request));
    return { body: {} };
  });
}
