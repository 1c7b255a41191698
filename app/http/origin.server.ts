import { env } from '#app/platform/env.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * Rejects cross-site requests. Browsers send Sec-Fetch-Site (https://www.w3.org/TR/fetch-metadata/), older ones Origin;
 * clients that send neither do not attach cookies by themselves.
 */
export function refuseCrossSite(request: Request): void {
  if (isCrossSite((name) => request.headers.get(name))) throw new ProtocolError('CROSS_SITE');
}

/** As `refuseCrossSite`, with a function that reads a request's headers. */
export function isCrossSite(header: (name: string) => string | null | undefined): boolean {
  const site = header('Sec-Fetch-Site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = header('Origin');
  return Boolean(origin) && URL.parse(origin ?? '')?.host !== header('Host');
}

/**
 * Whether browsers reach the site over HTTPS: by its configuration, else by the request, whose `X-Forwarded-Proto`
 * counts only behind a trusted proxy.
 */
export function isOverHttps(request: Request): boolean {
  return (
    [originOf(request), request.url].some((url) => url.startsWith('https:')) || Boolean(env.TLS_CERT_FILE)
  );
}

/** The site's origin, e.g. `https://panocall.example`: the configured one, else that of the request. */
export function originOf(request: Request): string {
  return new URL(env.PUBLIC_URL ?? request.url).origin;
}
