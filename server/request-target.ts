import type { RequestHandler } from 'express';

/** `.` and `..` between slashes, also percent-encoded or after a backslash: `new URL` removes them. */
const DOT_SEGMENT = /[\\/](\.|%2e){1,2}([\\/]|$)/i;

/**
 * Refuses requests whose path Express and Remix would read differently: Express decides by the path as it was sent,
 * Remix by the one that `new URL` makes of it. Also refuses a host or a target that is no URL.
 */
export const refuseOddTargets: RequestHandler = (req, res, next) => {
  const [path = ''] = req.originalUrl.split('?');
  const isPlain = path.startsWith('/') && !DOT_SEGMENT.test(path) && !path.includes('\\');
  if (isPlain && URL.canParse(`${req.protocol}://${req.hostname}${req.originalUrl}`)) next();
  else res.status(400).type('text').send('Bad request');
};
