import type { RequestHandler } from 'express';

/**
 * Drains a rejected upload so that the client sees the response. Node does this for requests that nothing has started
 * to read; but Remix starts reading every body, and a client still sending would see a reset connection instead of the
 * response. `server.requestTimeout` limits the time.
 */
export const letBodiesEnd: RequestHandler = (req, res, next) => {
  res.once('finish', () => {
    if (req.complete) return;
    req.removeAllListeners('data');
    req.resume();
  });
  next();
};
