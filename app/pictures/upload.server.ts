import {
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxFilesExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  type ParseFormDataOptions,
  parseFormData,
} from '@remix-run/form-data-parser';
import { ProtocolError } from '#protocol/errors.ts';
import { withUploadPermit } from './upload-permits.server.ts';

/** Maximum size in bytes of everything in the form except the file. */
const FORM_BYTES = 64 * 1024;
const TOO_MUCH = [
  MaxFileSizeExceededError,
  MaxFilesExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
];

export type Upload = { file: Uint8Array<ArrayBuffer>; fields: FormData };

/** Time in ms for a body to begin to arrive, and the average rate it must then have: 2 Mbit/s. */
const GRACE_MS = 15_000;
const BYTES_PER_MS = 250;

/**
 * Receives a multipart form with one file, in the field `file`, and stops reading if it is too large or too slow. The
 * file's name and declared type are ignored.
 * @param maxBytes of the file
 * @param keep stores the upload, which counts as being in memory until it ends
 * @throws ProtocolError TOO_LARGE, TOO_SLOW, BAD_MESSAGE (not a multipart form), INVALID_DATA (no file); as
 *   `withUploadPermit`; as `keep` does
 */
export async function receiveUpload<T>(
  request: Request,
  maxBytes: number,
  userId: string,
  keep: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers.get('Content-Type') ?? '')) {
    throw new ProtocolError('BAD_MESSAGE');
  }
  const maxTotalSize = maxBytes + FORM_BYTES;
  if (Number(request.headers.get('Content-Length')) > maxTotalSize) throw new ProtocolError('TOO_LARGE');
  const limits = { maxFiles: 1, maxParts: 5, maxFileSize: maxBytes, maxTotalSize };
  return withUploadPermit(userId, async () => keep(await read(request, limits)));
}

async function read(request: Request, limits: ParseFormDataOptions): Promise<Upload> {
  const length = Number(request.headers.get('Content-Length') ?? 0);
  const deadline = AbortSignal.timeout(GRACE_MS + Math.ceil(length / BYTES_PER_MS));
  // `request.signal`: the client has disconnected.
  const end = AbortSignal.any([deadline, request.signal]);
  const fields = await parseFormData(until(end, request), limits).catch((error: unknown) => {
    if (end.aborted) throw new ProtocolError('TOO_SLOW');
    if (TOO_MUCH.some((kind) => error instanceof kind)) throw new ProtocolError('TOO_LARGE');
    throw error instanceof FormDataParseError ? new ProtocolError('BAD_MESSAGE') : error;
  });
  const file = fields.get('file');
  if (!(file instanceof File) || file.size === 0) {
    throw new ProtocolError('INVALID_DATA', [{ path: 'file', message: 'must be a file' }]);
  }
  return { file: new Uint8Array(await file.arrayBuffer()), fields };
}

/** The request, with a body that fails at the signal. The connection stays open for the response. */
function until(signal: AbortSignal, request: Request): Request {
  const { url, method, headers } = request;
  const body = request.body?.pipeThrough(new TransformStream(), { signal, preventCancel: true });
  return new Request(url, { method, headers, body, duplex: 'half' });
}
