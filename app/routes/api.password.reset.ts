import type { ActionFunctionArgs } from '@remix-run/node';
import { resetPassword } from '#app/accounts/password-change.server.ts';
import { resetSchema } from '#app/accounts/schemas.ts';
import { answer, readBody } from '#app/http/answer.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';

/**
 * POST /api/password/reset `{token, password}`, the token from the mail → 200 once the password is set and all
 * sessions have ended. Errors: LINK_INVALID, INVALID_DATA, RATE_LIMITED, CROSS_SITE.
 */
export function action({ request, context }: ActionFunctionArgs) {
  return answer(async () => {
    refuseCrossSite(request);
    const { token, password } = await readBody(request, resetSchema);
    await spend('link', context.clientAddress);
    await resetPassword(token, password, originOf(request));
    return { body: {} };
  });
}
