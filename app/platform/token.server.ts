import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes that only their holder knows, for a session or a link in an e-mail. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token. So much randomness needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
