import { textOf } from '#app/forms/forms.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { ownPath } from '#app/http/own-path.ts';
import { redirect } from '#app/http/redirect.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { requestVerification } from './email-proof.server.ts';

/**
 * Handles the form `confirm` of a page that waits for the viewer's address to be confirmed: emails a link that leads back
 * to the page.
 * @param address the client's
 * @returns a redirect to the page
 * @throws ProtocolError RATE_LIMITED
 */
export async function sendToConfirm(request: Request, viewer: SignedIn, form: FormData, address: string) {
  await spend('link', address);
  const back = ownPath(textOf(form, 'back')) ?? new URL(request.url).pathname;
  await requestVerification(viewer.id, originOf(request), back);
  return redirect(`${back}${back.includes('?') ? '&' : '?'}done=confirm`);
}
