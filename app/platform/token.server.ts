import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { env } from './env.server.ts';

/** 32 random bytes, for a session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** HMAC of the purpose with COOKIE_SECRET: the same each time, unguessable without the secret. */
export function tokenFor(purpose: string): string {
  return createHmac('sha256', env.COOKIE_SECRET).update(purpose).digest('base64url');
}

/** What the database keeps of a token. So much randomness needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** A key of 256 bits for one purpose, derived from COOKIE_SECRET (RFC 5869). */
export function keyFor(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', env.COOKIE_SECRET, '', purpose, 32));
}
