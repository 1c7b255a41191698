import type { z } from 'zod';
import { errorSchema, ProtocolError, QUIET } from '#protocol/errors.ts';
import { REQUEST_TIMEOUT_MS } from '#protocol/limits.ts';

/** The server's API_TIMEOUT_MS, which each page carries; the default on error pages without it. */
export function apiTimeoutMs(): number {
  return Number(document.documentElement.dataset.timeout) || REQUEST_TIMEOUT_MS;
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
  // `AbortSignal.any` is missing in Safari before 17.4.
  const end = new AbortController();
  const abort = () => end.abort();
  const timer = setTimeout(abort, apiTimeoutMs());
  init?.signal?.addEventListener('abort', abort);
  if (init?.signal?.aborted) abort();
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(path, { ...init, signal: end.signal });
    body = await response.json().catch(() => null);
  } catch {
    throw new ProtocolError('UNAVAILABLE');
  } finally {
    clearTimeout(timer);
    init?.signal?.removeEventListener('abort', abort);
  }
  if (!response.ok || response.headers.has(QUIET)) {
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
