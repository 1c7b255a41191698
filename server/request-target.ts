import type { Request, RequestHandler } from 'express';
import { keyUseOf } from '#protocol/stream-key.ts';

/** Matches `.` and `..` between slashes, also percent-encoded or after a backslash: `new URL` removes them. */
const DOT_SEGMENT = /[\\/](\.|%2e){1,2}([\\/]|$)/i;

/** Methods that Remix passes to routes, which then say which of them they serve. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses requests whose path Express and Remix would read differently: Express uses the path as sent, Remix as parsed
 * by `new URL`. Also refuses an invalid scheme, host, port or target, and other methods than Remix knows.
 */
export const refuseOddTargets: RequestHandler = (req, res, next) => {
  // Pages of other origins ask before they send by WHIP, which is no route.
  const isAsking = req.method === 'OPTIONS' && keyUseOf(req.path) !== undefined;
  if (!METHODS.includes(req.method) && !isAsking) {
    res.status(405).set('Allow', 'GET, HEAD, POST, PUT, DELETE').json({ code: 'METHOD_NOT_ALLOWED' });
    return;
  }
  const [path = ''] = req.originalUrl.split('?');
  const isPlain = path.startsWith('/') && !DOT_SEGMENT.test(path) && !path.includes('\\');
  // Reported by a trusted proxy: with any other scheme the origin would be `null`.
  const isWeb = /^https?$/i.test(req.protocol);
  if (
    isPlain &&
    isWeb &&
    hasPorts(req) &&
    URL.canParse(`${req.protocol}://${req.hostname}${req.originalUrl}`)
  )
    next();
  else res.status(400).type('text').send('Bad request');
};

/** Remix takes the port from one of these headers, even without a trusted proxy. */
function hasPorts(req: Request): boolean {
  return ['X-Forwarded-Host', 'Host'].every((name) => {
    const port = Number.parseInt(req.get(name)?.split(':')[1] ?? '', 10);
    return Number.isNaN(port) || (port >= 0 && port <= 65_535);
  });
}
