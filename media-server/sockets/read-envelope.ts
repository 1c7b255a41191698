import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import { MAX_MESSAGE_BYTES } from '#protocol/limits.ts';
import { isRequestName, type RequestName, requestEnvelopeSchema } from '#protocol/messages.ts';

/** A request with its name; its data is not validated yet. */
export type NamedRequest = { id: number; name: RequestName; data: unknown };

/** The error in a message, and its id if that could be read. */
export type Unreadable = { id: number | null; error: ProtocolError };

/** Parses one WebSocket message. Never throws. */
export function readEnvelope(raw: Buffer, isBinary: boolean): NamedRequest | Unreadable {
  const unreadable = (code: ErrorCode, id: number | null = null) => ({ id, error: new ProtocolError(code) });
  if (raw.byteLength > MAX_MESSAGE_BYTES) return unreadable('TOO_LARGE');
  if (isBinary) return unreadable('BAD_MESSAGE');
  const envelope = requestEnvelopeSchema.safeParse(parseJson(raw.toString('utf8')));
  if (!envelope.success) return unreadable('BAD_MESSAGE');
  const { id, name, data } = envelope.data;
  return isRequestName(name) ? { id, name, data } : unreadable('UNKNOWN_MESSAGE', id);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
