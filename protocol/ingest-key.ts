import type { Secrets } from './environment.ts';

/** Path of the WHIP endpoint (RFC 9725), at the site and at each media server. */
export const WHIP_PATH = '/whip';

/** Whether a path is that of the endpoint, or of a session. */
export function isWhipPath(path: string): boolean {
  return path === WHIP_PATH || path.startsWith(`${WHIP_PATH}/`);
}

/** Sets these signatures apart from others made with the same secret. */
const PURPOSE = 'panocall-ingest';
/** Bytes of the signature in a key: short enough to be typed, too long to be guessed. */
const SIGNATURE_BYTES = 16;
const KEY = /^([\w-]{1,40})\.([\w-]{22})$/;

/**
 * The key with which a program that streams (OBS, a camera's app) sends a room's camera. It is derived from the room's
 * code, so it is the same after a reload, nothing is stored, and it ends with the room.
 * @param secret the newest of TICKET_SECRET
 */
export async function signIngestKey(code: string, secret: string): Promise<string> {
  return `${code}.${await signatureOf(code, secret)}`;
}

/** @returns the room's code; null if the key is not signed with one of the secrets */
export async function readIngestKey(key: string, secrets: Secrets): Promise<string | null> {
  const [, code, signature] = KEY.exec(key) ?? [];
  if (code === undefined || signature === undefined) return null;
  for (const secret of secrets) {
    if (isSame(signature, await signatureOf(code, secret))) return code;
  }
  return null;
}

async function signatureOf(code: string, secret: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, bytes(`${PURPOSE}:${code}`));
  return Buffer.from(signature, 0, SIGNATURE_BYTES).toString('base64url');
}

/** Compares all characters, so that the time taken does not tell how many are right. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let at = 0; at < expected.length; at++) difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  return difference === 0;
}
