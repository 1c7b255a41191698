import type { ActionFunctionArgs } from '@remix-run/node';
import { changeEmailSchema } from '#app/accounts/schemas.ts';
import { requestEmailChange } from '#app/accounts/settings/email-change.server.ts';
import { answer, readBody } from '#app/http/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';

/**
 * POST /api/email `{email, password}` → 200; a link is mailed to the new address, and once it is opened the account
 * has that one. Errors: WRONG_CREDENTIALS, INVALID_DATA, NOT_SIGNED_IN, RATE_LIMITED.
 */
export function action({ request, context }: ActionFunctionArgs) {
  return answer(async () => {
    const viewer = await requireViewer(request);
    const wish = await readBody(request, changeEmailSchema);
    await spend('link', context.clientAddress);
    await requestEmailChange(viewer, wish, originOf(request));
    return { body: {} };
  });
}
