import type { ActionFunctionArgs } from '@remix-run/node';
import { requestVerification } from '#app/accounts/email-proof.server.ts';
import { answer } from '#app/http/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import { requireViewer } from '#app/http/viewer.server.ts';

/**
 * POST /api/email/verification → 200; whoever is signed in and has not proved their address gets a new link there.
 * Errors: NOT_SIGNED_IN, RATE_LIMITED.
 */
export function action({ request, context }: ActionFunctionArgs) {
  return answer(async () => {
    const viewer = await requireViewer(request);
    await spend('link', context.clientAddress);
    await requestVerification(viewer.id, originOf(request));
    return { body: {} };
  });
}
