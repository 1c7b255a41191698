import type { RequestHandler } from 'express';
import { logger } from '#app/platform/log.server.ts';
import { loggedPath } from './logged-path.ts';

/** Logs one line per request. Query strings are never logged, because they may carry credentials. */
export const requestLog: RequestHandler = (req, res, next) => {
  const start = performance.now();
  const path = loggedPath(req.path);
  res.on('close', () => {
    // 501 is no fault of this server, but says what it does not do.
    const isFault = res.statusCode >= 500 && res.statusCode !== 501;
    const level = isFault ? 'error' : isRoutine(path) ? 'debug' : 'info';
    const ms = Math.round(performance.now() - start);
    logger[level]({ method: req.method, path, status: res.statusCode, ms, client: req.ip }, 'request');
  });
  next();
};

function isRoutine(path: string): boolean {
  return path === '/healthcheck' || path.startsWith('/assets/');
}
