import {
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxFilesExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from '@remix-run/form-data-parser';
import { ProtocolError } from '#protocol/errors.ts';

/** Maximum size in bytes of everything in the form except the file. */
const FORM_BYTES = 64 * 1024;
const TOO_MUCH = [
  MaxFileSizeExceededError,
  MaxFilesExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
];

export type Upload = { file: Uint8Array<ArrayBuffer>; fields: FormData };

/**
 * Reads a multipart form with one file, in the field `file`, and stops reading if it is too large. The file's name and
 * declared type are ignored.
 * @param maxBytes of the file
 * @throws ProtocolError TOO_LARGE, BAD_MESSAGE (no multipart form), INVALID_DATA (no file)
 */
export async function readUpload(request: Request, maxBytes: number): Promise<Upload> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers.get('Content-Type') ?? '')) {
    throw new ProtocolError('BAD_MESSAGE');
  }
  const maxTotalSize = maxBytes + FORM_BYTES;
  if (Number(request.headers.get('Content-Length')) > maxTotalSize) throw new ProtocolError('TOO_LARGE');
  const limits = { maxFiles: 1, maxParts: 4, maxFileSize: maxBytes, maxTotalSize };
  const fields = await parseFormData(request, limits).catch((error: unknown) => {
    if (TOO_MUCH.some((kind) => error instanceof kind)) throw new ProtocolError('TOO_LARGE');
    throw error instanceof FormDataParseError ? new ProtocolError('BAD_MESSAGE') : error;
  });
  const file = fields.get('file');
  if (!(file instanceof File) || file.size === 0) {
    throw new ProtocolError('INVALID_DATA', [{ path: 'file', message: 'must be a file' }]);
  }
  return { file: new Uint8Array(await file.arrayBuffer()), fields };
}
