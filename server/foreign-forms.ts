import type { RequestHandler } from 'express';
import { isCrossSite } from '#app/http/origin.server.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site's page posts to a page of ours. Calls under /api see to it themselves: with a bearer
 * token they may come from anywhere. (Remix refuses such forms too, but as a failure of its own.)
 */
export const refuseForeignForms: RequestHandler = (req, res, next) => {
  const isPage = !req.path.startsWith('/api/');
  if (isPage && !READS.has(req.method) && isCrossSite((name) => req.get(name))) res.sendStatus(403);
  else next();
};
