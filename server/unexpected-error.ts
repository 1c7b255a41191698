import type { ErrorRequestHandler } from 'express';
import { logger } from '#app/platform/log.server.ts';

/** Handles what fails before Remix: an invalid Host header or body. Leaks no internals. */
export const unexpectedError: ErrorRequestHandler = (error, _req, res, next) => {
  logger.error({ err: error }, 'request failed outside Remix');
  if (res.headersSent) return next(error);
  res.status(500).type('text').send('Error occurred');
};
