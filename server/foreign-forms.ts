import type { RequestHandler } from 'express';
import { isCrossSite } from '#app/http/origin.server.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects cross-site form posts to pages. Routes under /api check this themselves: with a bearer token, requests may
 * come from anywhere. (Remix rejects such forms too, but as a 500.)
 */
export const refuseForeignForms: RequestHandler = (req, res, next) => {
  const isPage = !req.path.startsWith('/api/');
  if (isPage && !READS.has(req.method) && isCrossSite((name) => req.get(name))) res.sendStatus(403);
  else next();
};
