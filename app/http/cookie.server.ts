import { type CookieOptions, createCookie } from '@remix-run/node';

/** A cookie of the whole site, `Secure` where the request came over HTTPS. */
export function siteCookie(name: string, options: Omit<CookieOptions, 'secure'> = {}) {
  const cookie = createCookie(name, { path: '/', sameSite: 'lax', ...options });
  return {
    /** What a request sends, still to be checked; null: nothing. */
    read(request: Request): Promise<unknown> {
      return cookie.parse(request.headers.get('Cookie'));
    },
    /** The header `Set-Cookie` that makes the browser keep a value. @param maxAge in seconds */
    serialize(value: unknown, request: Request, maxAge = options.maxAge): Promise<string> {
      return cookie.serialize(value, { secure: new URL(request.url).protocol === 'https:', maxAge });
    },
  };
}
