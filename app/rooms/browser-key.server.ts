import { createHash, randomBytes } from 'node:crypto';
import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import { env } from '#app/platform/env.server.ts';

/**
 * Ties a room's seat to the browser that took it, without an account: a random id in a signed, http-only cookie.
 * The database and the tickets carry only its hash, so that neither gives the cookie away.
 */
const browserCookie = createCookie('panocall_browser', {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secrets: [env.COOKIE_SECRET],
  maxAge: 24 * 60 * 60,
});

const browserIdSchema = z.string().length(32);

export type BrowserKey = {
  /** What stands in `channel.host_key`, `channel.guest_key` and the ticket's `holder`. */
  key: string;
  /** The header that makes the browser keep it. */
  setCookie: string;
};

/** The key of the browser that asks; a new one if it has none yet. */
export async function browserKey(request: Request): Promise<BrowserKey> {
  const parsed = browserIdSchema.safeParse(await browserCookie.parse(request.headers.get('Cookie')));
  const id = parsed.success ? parsed.data : randomBytes(16).toString('hex');
  return {
    key: createHash('sha256').update(id).digest('base64url'),
    setCookie: await browserCookie.serialize(id, { secure: isHttps(request) }),
  };
}

function isHttps(request: Request): boolean {
  return new URL(request.url).protocol === 'https:';
}
