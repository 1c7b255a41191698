import type { ActionFunctionArgs } from '@remix-run/node';
import { requestReset } from '#app/accounts/password-change.server.ts';
import { forgottenSchema } from '#app/accounts/schemas.ts';
import { answer, readBody } from '#app/http/answer.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';

/**
 * POST /api/password/forgotten `{email}` → 200, whether or not anybody has that address; if so, they get a mail.
 * Errors: INVALID_DATA, RATE_LIMITED, CROSS_SITE.
 */
export function action({ request, context }: ActionFunctionArgs) {
  return answer(async () => {
    refuseCrossSite(request);
    const { email } = await readBody(request, forgottenSchema);
    await spend('link', context.clientAddress);
    requestReset(email, originOf(request));
    return { body: {} };
  });
}
