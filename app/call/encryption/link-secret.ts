import type { SeatName } from '#protocol/channel.ts';
import { toBase64 } from './base64.ts';

/** The fragment of an invitation link, which browsers send to no server: 128 bits. */
const LINK_SECRET = /^[A-Za-z0-9_-]{22}$/;

const keyOf = (token: string) => `invitation ${token}`;

/** Used where storage is denied, as it may be in an embedding page of another site: lasts until a reload. */
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

/** Keeps the secret of an invitation link that was pasted instead of opened. */
export function keepLinkSecret(token: string, secret: string): void {
  if (LINK_SECRET.test(secret)) keep(keyOf(token), secret);
}

/**
 * The secret of a room's invitation link, kept for the tab. A host's is created on the first call; a guest has that of
 * the link they opened, or null if they typed the room's code.
 */
export function linkSecret(token: string, seat: SeatName): string | null {
  const key = keyOf(token);
  const kept = read(key);
  const opened = location.pathname.endsWith(token) ? location.hash.slice(1) : '';
  const found = seat === 'guest' && LINK_SECRET.test(opened) ? opened : kept;
  if (!found && seat === 'guest') return null;
  const secret = found ?? toBase64(crypto.getRandomValues(new Uint8Array(16)));
  keep(key, secret);
  return secret;
}
