import { type CookieOptions, createCookie } from '@remix-run/node';

/** A cookie for the whole site, `Secure` if the request came over HTTPS. */
export function siteCookie(name: string, options: Omit<CookieOptions, 'secure'> = {}) {
  const cookie = createCookie(name, { path: '/', sameSite: 'lax', ...options });
  return {
    /** The cookie's value in a request, not validated; null if it is missing. */
    read(request: Request): Promise<unknown> {
      return cookie.parse(request.headers.get('Cookie'));
    },
    /** The `Set-Cookie` header that stores a value. @param maxAge in seconds */
    serialize(value: unknown, request: Request, maxAge = options.maxAge): Promise<string> {
      return cookie.serialize(value, { secure: new URL(request.url).protocol === 'https:', maxAge });
    },
  };
}
