import { env } from '#app/platform/env.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * Refuses a request that another site made the browser send. Browsers tell by Sec-Fetch-Site
 * (https://www.w3.org/TR/fetch-metadata/), older ones by Origin; programs that send neither carry no cookie by accident.
 */
export function refuseCrossSite(request: Request): void {
  if (isCrossSite((name) => request.headers.get(name))) throw new ProtocolError('CROSS_SITE');
}

/** As `refuseCrossSite`, by a function that reads a request's headers. */
export function isCrossSite(header: (name: string) => string | null | undefined): boolean {
  const site = header('Sec-Fetch-Site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = header('Origin');
  return Boolean(origin) && URL.parse(origin ?? '')?.host !== header('Host');
}

/** The site's own address, as in `https://panocall.example`: what is configured, else what the request was sent to. */
export function originOf(request: Request): string {
  return new URL(env.PUBLIC_URL ?? request.url).origin;
}
