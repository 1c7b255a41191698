import type { RequestHandler } from 'express';

/**
 * Lets a refused upload come to its end, unread. Node does so itself for requests that nobody has begun to read; but
 * Remix begins to read each of them, and then a client that still sends sees the connection break, and not the answer.
 * How long it may take, `server.requestTimeout` says.
 */
export const letBodiesEnd: RequestHandler = (req, res, next) => {
  res.once('finish', () => {
    if (req.complete) return;
    req.removeAllListeners('data');
    req.resume();
  });
  next();
};
