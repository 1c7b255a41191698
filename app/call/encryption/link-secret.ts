import type { SeatName } from '#protocol/channel.ts';
import { toBase64 } from './base64.ts';

/** What an invitation link says after `#`, which browsers send to no server: 128 bits. */
const LINK_SECRET = /^[A-Za-z0-9_-]{22}$/;

/** Where storage is denied, as it may be in a page of another site that embeds the room: until a reload. */
const unstored = new Map<string, string>();

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function keep(key: string, secret: string): void {
  try {
    sessionStorage.setItem(key, secret);
  } catch {
    unstored.set(key, secret);
  }
}

/**
 * The secret of a room's invitation link, kept for the tab. A host's is made when it is first asked for; a guest has the
 * one of the link that they opened, or none where they typed the room's code.
 */
export function linkSecret(token: string, seat: SeatName): string | null {
  const key = `invitation ${token}`;
  const kept = read(key);
  const opened = location.pathname.endsWith(token) ? location.hash.slice(1) : '';
  const found = seat === 'guest' && LINK_SECRET.test(opened) ? opened : kept;
  if (!found && seat === 'guest') return null;
  const secret = found ?? toBase64(crypto.getRandomValues(new Uint8Array(16)));
  keep(key, secret);
  return secret;
}
