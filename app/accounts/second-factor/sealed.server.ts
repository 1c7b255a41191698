import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keysFor } from '#app/platform/token.server.ts';

const CIPHER = 'aes-256-gcm';
/** In bytes (NIST SP 800-38D, sections 5.2.1.1 and 8.2). */
const IV = 12;
const TAG = 16;

const keys = keysFor('TOTP secrets');

/**
 * Encrypts a secret kept in the database with a key that is not.
 * @param owner the user's id: in another user's row it cannot be decrypted
 * @returns base64url of initialisation vector, tag and ciphertext
 */
export function seal(secret: string, owner: string): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, keys[0], iv, { authTagLength: TAG }).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

/**
 * Decrypts a sealed secret. @returns null if it was changed, or sealed for another owner or with a COOKIE_SECRET no
 * longer valid
 */
export function unseal(sealed: string, owner: string): string | null {
  for (const key of keys) {
    const secret = open(sealed, owner, key);
    if (secret !== null) return secret;
  }
  return null;
}

/** Whether the newest COOKIE_SECRET opens it. */
export const isSealedWithNewest = (sealed: string, owner: string): boolean =>
  open(sealed, owner, keys[0]) !== null;

/** Whether more than one COOKIE_SECRET is valid. */
export const isRotating = keys.length > 1;

function open(sealed: string, owner: string, key: Buffer): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV), { authTagLength: TAG })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(IV, IV + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString();
  } catch {
    return null;
  }
}
