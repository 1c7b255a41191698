import type { Request, RequestHandler } from 'express';

/** `.` and `..` between slashes, also percent-encoded or after a backslash: `new URL` removes them. */
const DOT_SEGMENT = /[\\/](\.|%2e){1,2}([\\/]|$)/i;

/**
 * Refuses requests whose path Express and Remix would read differently: Express decides by the path as it was sent,
 * Remix by the one that `new URL` makes of it. Also refuses a scheme, a host, a port or a target that
 * is none, and the one method that a `Request` of the Fetch API cannot have, which Remix makes of each.
 */
export const refuseOddTargets: RequestHandler = (req, res, next) => {
  if (req.method === 'TRACE') {
    res.status(405).json({ code: 'METHOD_NOT_ALLOWED' });
    return;
  }
  const [path = ''] = req.originalUrl.split('?');
  const isPlain = path.startsWith('/') && !DOT_SEGMENT.test(path) && !path.includes('\\');
  // A trusted proxy's word: of any other scheme the origin would be `null`.
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

/** Remix takes the port from one of these, whether a proxy is trusted or not. */
function hasPorts(req: Request): boolean {
  return ['X-Forwarded-Host', 'Host'].every((name) => {
    const port = Number.parseInt(req.get(name)?.split(':')[1] ?? '', 10);
    return Number.isNaN(port) || (port >= 0 && port <= 65_535);
  });
}
