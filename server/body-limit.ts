import type { RequestHandler } from 'express';
import { BODY_BYTES, UPLOAD_BODY_BYTES } from '#app/http/bodies/body-limits.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';

const UPLOADS = /^\/(api\/(avatar|image)\/|(es\/)?personal\/(avatar|picture)$)/;

/**
 * Rejects bodies that are too large before reading them. Node.js reads at most Content-Length bytes; a request without
 * it (`Transfer-Encoding: chunked`) could be endless.
 */
export const bodyLimit: RequestHandler = (req, res, next) => {
  const limit = UPLOADS.test(req.path) ? UPLOAD_BODY_BYTES : BODY_BYTES;
  const tooLarge = Number(req.headers['content-length'] ?? 0) > limit;
  if (!tooLarge && req.headers['transfer-encoding'] === undefined) return next();
  const error = new ProtocolError('TOO_LARGE');
  // Bytes still in transit are not read.
  res.setHeader('Connection', 'close');
  res.status(tooLarge ? ERROR_STATUS.TOO_LARGE : 411).json(error.toBody());
};
