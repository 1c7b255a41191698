import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { env } from './env.server.ts';

/** 32 random bytes, for a session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** HMAC of the purpose with COOKIE_SECRET: the same each time, unguessable without the secret. */
export const tokenFor = (purpose: string): string => tokensFor(purpose)[0];

/** One by each secret that is valid, the newest first. */
export const tokensFor = (purpose: string) =>
  bySecret((secret) => createHmac('sha256', secret).update(purpose).digest('base64url'));

/** What the database keeps of a token. So much randomness needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Keys of 256 bits for one purpose, derived from COOKIE_SECRET (RFC 5869): the newest first. */
export const keysFor = (purpose: string) =>
  bySecret((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));

function bySecret<T>(derive: (secret: string) => T): [T, ...T[]] {
  const [newest, ...older] = env.COOKIE_SECRET;
  return [derive(newest), ...older.map(derive)];
}
