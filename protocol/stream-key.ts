import type { Secrets } from './environment.ts';

/** What a key allows: to send a room's camera, or to show it. */
export type KeyUse = 'whip' | 'whep';

/**
 * Paths of the WHIP endpoint (RFC 9725), where a program sends a room's camera, and of the WHEP endpoint
 * (draft-ietf-wish-whep), where a player shows it; at the site and at each media server.
 */
export const KEYED_PATHS: Record<KeyUse, string> = { whip: '/whip', whep: '/whep' };

/** Which endpoint has a path, as its own or that of a session; undefined for other paths. */
export function keyUseOf(path: string): KeyUse | undefined {
  const uses: KeyUse[] = ['whip', 'whep'];
  return uses.find((use) => path === KEYED_PATHS[use] || path.startsWith(`${KEYED_PATHS[use]}/`));
}

/** Set these signatures apart from each other, and from others made with the same secret. */
const PURPOSES: Record<KeyUse, string> = { whip: 'panocall-ingest', whep: 'panocall-watch' };
/** Bytes of the signature in a key: short enough to be typed, too long to be guessed. */
const SIGNATURE_BYTES = 16;
const KEY = /^([\w-]{1,40})\.([\w-]{22})$/;

/**
 * The key with which a program that streams (OBS, a camera's app) sends a room's camera, or a player shows it. It is
 * derived from the room's code, so it is the same after a reload, nothing is stored, and it ends with the room.
 * @param secret the newest of TICKET_SECRET
 */
export async function signStreamKey(use: KeyUse, code: string, secret: string): Promise<string> {
  return `${code}.${await signatureOf(use, code, secret)}`;
}

/** @returns the room's code; null if the key is not signed with one of the secrets */
export async function readStreamKey(use: KeyUse, key: string, secrets: Secrets): Promise<string | null> {
  const [, code, signature] = KEY.exec(key) ?? [];
  if (code === undefined || signature === undefined) return null;
  for (const secret of secrets) {
    if (isSame(signature, await signatureOf(use, code, secret))) return code;
  }
  return null;
}

async function signatureOf(use: KeyUse, code: string, secret: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, bytes(`${PURPOSES[use]}:${code}`));
  return Buffer.from(signature, 0, SIGNATURE_BYTES).toString('base64url');
}

/** Compares all characters, so that the time taken does not tell how many are right. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let at = 0; at < expected.length; at++) difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  return difference === 0;
}
