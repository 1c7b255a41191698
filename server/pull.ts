import type { RequestHandler } from 'express';
import { logger } from '#app/platform/log.server.ts';
import type { Secrets } from '#protocol/environment.ts';
import { PULL_PATH } from '#protocol/pull.ts';
import { readStreamKey } from '#protocol/stream-key.ts';
import { forwarder } from './forwarder.ts';

/** The room is asked first, which may take 35 s, then the camera, which has ten. */
const TIMEOUT_MS = 60_000;

/**
 * Forwards requests that a camera be pulled into a room to `target`, the RTMP server, if they have the key of a room.
 * That server answers the rest (`ingest/pull`).
 */
export function pull(target: string, secrets: Secrets): RequestHandler {
  const proxy = forwarder(target, TIMEOUT_MS);
  return async (req, res, next) => {
    if (req.path !== PULL_PATH) return next();
    try {
      const key = req.headers.authorization?.replace(/^Bearer\s+/i, '') ?? '';
      if (await readStreamKey('whip', key, secrets)) await proxy.web(req, res);
      else res.status(401).type('text/plain').send('The key is wrong or missing.');
    } catch (error) {
      logger.warn({ err: error }, 'could not forward a request for a camera to the RTMP server');
      if (res.headersSent) res.destroy();
      else res.status(503).type('text/plain').send('The RTMP server does not answer.');
    }
  };
}
