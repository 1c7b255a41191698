import type { z } from 'zod';
import { errorSchema, ProtocolError } from '#protocol/errors.ts';

const TIMEOUT_MS = 14_000;

/** As `AbortSignal.any`, which Safari lacks before 17.4. */
function endOf(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  if (!signal) return timeout;
  const end = new AbortController();
  for (const each of [timeout, signal]) each.addEventListener('abort', () => end.abort(), { once: true });
  if (signal.aborted) end.abort();
  return end.signal;
}

/**
 * Asks the web server for JSON of a shape.
 * @throws ProtocolError the server's code; UNAVAILABLE without a response, or if it was aborted; SERVER_ERROR for another shape
 */
export async function fetchJson<T extends z.ZodType>(
  path: string,
  schema: T,
  init?: RequestInit,
): Promise<z.infer<T>> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, signal: endOf(init?.signal) });
  } catch {
    throw new ProtocolError('UNAVAILABLE');
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = errorSchema.safeParse(body);
    if (refusal.success) throw new ProtocolError(refusal.data.code, refusal.data.fields);
    throw new ProtocolError(response.status >= 502 ? 'UNAVAILABLE' : 'SERVER_ERROR');
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ProtocolError('SERVER_ERROR');
  return parsed.data;
}

/** The absolute WebSocket address of a media server. @param url null: the site's own `/realtime` */
export const socketUrl = (url: string | null): string =>
  url ?? new URL('/realtime', location.href).href.replace(/^http/, 'ws');
