import type { ErrorRequestHandler } from 'express';
import { logger } from '#app/platform/log.server.ts';

/** What fails before a page can say so: a Host header that is none, a broken body. Tells nothing of the inside. */
export const unexpectedError: ErrorRequestHandler = (error, _req, res, next) => {
  logger.error({ err: error }, 'request failed outside Remix');
  if (res.headersSent) return next(error);
  res.status(500).type('text').send('Error occurred');
};
