import { z } from 'zod';
import { MAX_FILE_BYTES } from '#protocol/limits.ts';

/**
 * Frames of the data channel `files`. The receiver requests parts of a file in JSON; the sender answers with binary
 * frames of CHUNK_BYTES each: the file's id (36 ASCII characters), the first byte's offset in the file (unsigned, 32
 * bits, big-endian), then the bytes. If it no longer has the file, it says so in JSON.
 */
export const CHUNK_BYTES = 16 * 1024;
/** Maximum size of a requested part: the bytes in flight at once. */
export const WINDOW_BYTES = 32 * CHUNK_BYTES;

const ID_BYTES = 36;
const HEADER_BYTES = ID_BYTES + 4;

const offset = z.number().int().min(0).max(MAX_FILE_BYTES);
const requestSchema = z
  .object({ want: z.uuid(), from: offset, to: offset })
  .refine(({ from, to }) => to > from && to - from <= WINDOW_BYTES);
const goneSchema = z.object({ gone: z.uuid() });

export type FileRequest = z.infer<typeof requestSchema>;
export type FileFrame =
  | ({ name: 'want' } & FileRequest)
  | { name: 'gone'; id: string }
  | { name: 'chunk'; id: string; offset: number; bytes: Uint8Array<ArrayBuffer> };

export function encodeRequest(request: FileRequest): string {
  return JSON.stringify(request);
}

export function encodeGone(id: string): string {
  return JSON.stringify({ gone: id });
}

export function encodeChunk(id: string, at: number, bytes: Uint8Array): ArrayBuffer {
  const frame = new Uint8Array(HEADER_BYTES + bytes.length);
  frame.set(new TextEncoder().encode(id));
  new DataView(frame.buffer).setUint32(ID_BYTES, at);
  frame.set(bytes, HEADER_BYTES);
  return frame.buffer;
}

/** Null if the data is not a valid frame. */
export function decodeFrame(data: string | ArrayBuffer): FileFrame | null {
  if (typeof data === 'string') return decodeText(data);
  if (data.byteLength <= HEADER_BYTES) return null;
  return {
    name: 'chunk',
    id: new TextDecoder().decode(new Uint8Array(data, 0, ID_BYTES)),
    offset: new DataView(data).getUint32(ID_BYTES),
    bytes: new Uint8Array(data, HEADER_BYTES),
  };
}

function decodeText(text: string): FileFrame | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const request = requestSchema.safeParse(json).data;
  if (request) return { name: 'want', ...request };
  const gone = goneSchema.safeParse(json).data;
  return gone ? { name: 'gone', id: gone.gone } : null;
}
