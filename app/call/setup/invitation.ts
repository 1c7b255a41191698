import { linkSecret } from '../encryption/link-secret.ts';

/**
 * The URL that takes a guest into the room, in the host's language. The fragment goes to no server: with it, host and
 * guest can verify each other's keys.
 */
export function invitationLink(token: string, localePath: (path: string) => string): string {
  const url = new URL(localePath(`/room/guest/${token}`), location.origin);
  url.hash = linkSecret(token, 'host') ?? '';
  return url.href;
}

/** A guest's link of any site, in any language, anywhere in a text: its code, and its secret if it has one. */
const INVITATION = /\/room\/guest\/(?<code>[^\s/?#]+)(?:\?[^\s#]*)?(?:#(?<secret>[\w-]+))?/;

/**
 * What was typed or pasted for a code: the code itself, or an invitation with its link.
 * @returns the code as typed, or the link's with its secret, null if it has none
 */
export function readInvitation(text: string): { code: string; secret: string | null } {
  const { code = text, secret = null } = INVITATION.exec(text)?.groups ?? {};
  return { code, secret };
}

/** True if the share sheet was opened, even if the person closed it again. */
export async function share(title: string, text: string, url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ title, text, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** False if the browser denies access to the clipboard. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
