import { createHash, randomBytes } from 'node:crypto';
import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import { siteCookie } from '#app/http/viewers/cookie.server.ts';
import { env } from '#app/platform/env.server.ts';

/**
 * Ties a room's seat to the browser that took it, without an account: a random id in a signed, http-only cookie.
 * The database and the tickets contain only its hash, so that neither reveals the cookie.
 */
const browserCookie = siteCookie('panocall_browser', {
  httpOnly: true,
  secrets: env.COOKIE_SECRET,
  maxAge: 24 * 60 * 60,
});

/**
 * The same within a page of another site that embeds a room: browsers send no `SameSite=Lax` cookie there, and keep this one
 * apart for each embedding site. Outside, each is sent with the other.
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

/** The same of an account, whose seat is its own in every browser: of a booking's room. */
export const accountKey = (userId: string): string => hashOf(`account:${userId}`);

const browserIdSchema = z.string().length(32);

export type BrowserKey = {
  /** The value of `channel.host_key`, `channel.guest_key` and the ticket's `holder`. */
  key: string;
  /** The `Set-Cookie` header that stores it. */
  setCookie: string;
  /** The one that stores it for a room that is embedded. */
  embeddedCookie: string;
};

/** The requesting browser's key; a new one if it has none yet. */
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
