import type { ActionFunctionArgs } from '@remix-run/node';
import { verifyEmail } from '#app/accounts/email-proof.server.ts';
import { verifySchema } from '#app/accounts/schemas.ts';
import { answer, readBody } from '#app/http/answer.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';

/**
 * POST /api/email/verify `{token}`, the token from the mail → 200 once the address is proved. Errors: LINK_INVALID,
 * INVALID_DATA, RATE_LIMITED, CROSS_SITE.
 */
export function action({ request, context }: ActionFunctionArgs) {
  return answer(async () => {
    refuseCrossSite(request);
    const { token } = await readBody(request, verifySchema);
    await spend('link', context.clientAddress);
    await verifyEmail(token, originOf(request));
    return { body: {} };
  });
}
