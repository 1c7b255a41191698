import { type CookieOptions, createCookie } from '@remix-run/node';
import { isOverHttps } from '../origin.server.ts';

/**
 * A cookie for the whole site. Over HTTPS it is `Secure` and its name gets the prefix `__Host-`: browsers then accept it
 * neither from another host of the domain nor over plain HTTP (RFC 6265bis, section 4.1.3.2).
 */
export function siteCookie(name: string, options: Omit<CookieOptions, 'secure' | 'path' | 'domain'> = {}) {
  const settings: CookieOptions = { sameSite: 'lax', ...options, path: '/' };
  const plain = createCookie(name, settings);
  const prefixed = createCookie(`__Host-${name}`, { ...settings, secure: true });

  /** The value under the prefixed name; null if it is missing, or the site is not on HTTPS. */
  function readPrefixed(request: Request): Promise<unknown> {
    return isOverHttps(request) ? prefixed.parse(request.headers.get('Cookie')) : Promise.resolve(null);
  }

  return {
    /**
     * The cookie's value in a request, not validated; null if it is missing. Over HTTPS the plain name is the fallback:
     * browsers may still have it from before the prefix, and clients of the API send it.
     */
    async read(request: Request): Promise<unknown> {
      return (await readPrefixed(request)) ?? plain.parse(request.headers.get('Cookie'));
    },
    /** `Set-Cookie` header that stores a value. */
    serialize(value: unknown, request: Request): Promise<string> {
      return (isOverHttps(request) ? prefixed : plain).serialize(value);
    },
    /** `Set-Cookie` header that removes the cookie `read` reads. */
    async clear(request: Request): Promise<string> {
      const kept = (await readPrefixed(request)) === null ? plain : prefixed;
      return kept.serialize('', { maxAge: 0 });
    },
  };
}

/** Headers of a response that sets several cookies. */
export function settingCookies(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) headers.append('Set-Cookie', line);
  return headers;
}
