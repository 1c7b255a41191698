import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { siteCookie } from '#app/http/cookie.server.ts';
import { env } from '#app/platform/env.server.ts';

/**
 * Ties a room's seat to the browser that took it, without an account: a random id in a signed, http-only cookie.
 * The database and the tickets contain only its hash, so that neither reveals the cookie.
 */
const browserCookie = siteCookie('panocall_browser', {
  httpOnly: true,
  secrets: [env.COOKIE_SECRET],
  maxAge: 24 * 60 * 60,
});

/** The same of an account, whose seat is its own in every browser: of a booking's room. */
export const accountKey = (userId: string): string => hashOf(`account:${userId}`);

const browserIdSchema = z.string().length(32);

export type BrowserKey = {
  /** The value of `channel.host_key`, `channel.guest_key` and the ticket's `holder`. */
  key: string;
  /** The `Set-Cookie` header that stores it. */
  setCookie: string;
};

/** The requesting browser's key; a new one if it has none yet. */
export async function browserKey(request: Request): Promise<BrowserKey> {
  const parsed = browserIdSchema.safeParse(await browserCookie.read(request));
  const id = parsed.success ? parsed.data : randomBytes(16).toString('hex');
  return {
    key: hashOf(id),
    setCookie: await browserCookie.serialize(id, request),
  };
}

function hashOf(owner: string): string {
  return createHash('sha256').update(owner).digest('base64url');
}
