import type { RequestHandler } from 'express';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';

/** Bytes of a request's body. */
const LIMIT = 1024 * 1024;
/** Pictures, before they are made smaller. */
const UPLOAD_LIMIT = 32 * 1024 * 1024;
const UPLOADS = /^\/(api\/(avatar|image)\/|(es\/)?personal\/(avatar|picture)$)/;

/**
 * Refuses bodies that are too large before they are read. Node.js reads no more than the Content-Length says; one
 * that says none (`Transfer-Encoding: chunked`) could go on for ever.
 */
export const bodyLimit: RequestHandler = (req, res, next) => {
  const limit = UPLOADS.test(req.path) ? UPLOAD_LIMIT : LIMIT;
  const tooLarge = Number(req.headers['content-length'] ?? 0) > limit;
  if (!tooLarge && req.headers['transfer-encoding'] === undefined) return next();
  const error = new ProtocolError('TOO_LARGE');
  // What is still on its way is not read.
  res.setHeader('Connection', 'close');
  res.status(tooLarge ? ERROR_STATUS.TOO_LARGE : 411).json(error.toBody());
};
