import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { env } from './env.server.ts';

/** New session token: 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** HMAC of the purpose with COOKIE_SECRET: the same each time, unguessable without the secret. */
export const tokenFor = (purpose: string): string => tokensFor(purpose)[0];

/** One token per valid secret, the newest first. */
export const tokensFor = (purpose: string) =>
  bySecret((secret) => createHmac('sha256', secret).update(purpose).digest('base64url'));

/** Hash of a token as stored in the database. A token this random needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** 256-bit keys for one purpose, derived from each valid COOKIE_SECRET (RFC 5869), the newest first. */
export const keysFor = (purpose: string) =>
  bySecret((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));

function bySecret<T>(derive: (secret: string) => T): [T, ...T[]] {
  const [newest, ...older] = env.COOKIE_SECRET;
  return [derive(newest), ...older.map(derive)];
}
