import type { RequestHandler } from 'express';
import { logger } from '#app/platform/log.server.ts';
import { mediaServerOf } from '#app/rooms/programs.server.ts';
import type { Secrets } from '#protocol/environment.ts';
import { KEYED_PATHS, keyUseOf, readStreamKey } from '#protocol/stream-key.ts';
import { forwarder } from './forwarder.ts';

/** A media server that does not answer within this time counts as down. */
const TIMEOUT_MS = 10_000;

/**
 * Leads programs that stream by WHIP, and players that ask by WHEP, to the media server that has their room: redirects to
 * one with an address of its own, else forwards to `target`. That server answers (`media-server/whip`): this one only
 * reads the room's code.
 */
export function whip(target: string, secrets: Secrets): RequestHandler {
  const proxy = forwarder(target, TIMEOUT_MS);
  return async (req, res, next) => {
    const use = keyUseOf(req.path);
    if (!use) return next();
    const path = KEYED_PATHS[use];
    try {
      const key = req.headers.authorization?.replace(/^Bearer\s+/i, '') ?? '';
      const isNew = req.path === path && req.method === 'POST';
      const code = isNew ? await readStreamKey(use, key, secrets) : null;
      const address = code && (await mediaServerOf(code));
      if (address) {
        res.redirect(307, new URL(path, address.replace(/^ws/, 'http')).href);
        return;
      }
      await proxy.web(req, res);
    } catch (error) {
      logger.warn({ err: error, use }, 'could not forward a request to the media server');
      if (res.headersSent) res.destroy();
      else
        res.status(503).set('Retry-After', '3').type('text/plain').send('The media server does not answer.');
    }
  };
}
