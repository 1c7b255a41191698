import { createHash, randomBytes } from 'node:crypto';
import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import { siteCookie } from '#app/http/viewers/cookie.server.ts';
import { env } from '#app/platform/env.server.ts';

/**
 * Ties a seat to the browser that took it, without an account: a random id in a signed, http-only cookie. The database
 * and the tickets contain only its hash, so neither reveals the cookie.
 */
const browserCookie = siteCookie('panocall_browser', {
  httpOnly: true,
  secrets: env.COOKIE_SECRET,
  maxAge: 24 * 60 * 60,
});

/**
 * The same id for a room embedded in another site's page: browsers send no `SameSite=Lax` cookie there, and partition
 * this one by embedding site. Elsewhere both are sent.
 */
const embeddedCookie = createCookie('__Host-panocall_embedded', {
  httpOnly: true,
  secrets: env.COOKIE_SECRET,
  maxAge: 24 * 60 * 60,
  path: '/',
  secure: true,
  sameSite: 'none',
  partitioned: true,
});

/** Key of an account instead of a browser, for a booking's room: the seat is the account's in every browser. */
export const accountKey = (userId: string): string => hashOf(`account:${userId}`);

const browserIdSchema = z.string().length(32);

export type BrowserKey = {
  /** Value of `channel.host_key`, `channel.guest_key` and the ticket's `holder`. */
  key: string;
  /** The `Set-Cookie` header that stores it. */
  setCookie: string;
  /** The `Set-Cookie` header that stores it for an embedded room. */
  embeddedCookie: string;
};

/** Key of the requesting browser; a new one if it has none yet. */
export async function browserKey(request: Request): Promise<BrowserKey> {
  const own = await browserCookie.read(request);
  const parsed = browserIdSchema.safeParse(
    own ?? (await embeddedCookie.parse(request.headers.get('Cookie'))),
  );
  const id = parsed.success ? parsed.data : randomBytes(16).toString('hex');
  return {
    embeddedCookie: await embeddedCookie.serialize(id),
    key: hashOf(id),
    setCookie: await browserCookie.serialize(id, request),
  };
}

function hashOf(owner: string): string {
  return createHash('sha256').update(owner).digest('base64url');
}
