import { isRouteErrorResponse } from '@remix-run/react';

/** Statuses by which a proxy or our server says that it cannot answer now (RFC 9110, sections 15.6.3 to 15.6.5). */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

/**
 * Status of an action result created by the browser because the server was not reached. No server sends it, so it shows
 * that loading data again would fail too.
 */
export const NOT_REACHED = 499;

/**
 * Why a Remix request to our server failed: no answer, or one that only says the server is unavailable. Null if our
 * server itself failed.
 */
export function failureOf(error: unknown): 'NO_CONNECTION' | 'UNAVAILABLE' | null {
  if (isRouteErrorResponse(error)) return UNAVAILABLE.includes(error.status) ? 'UNAVAILABLE' : null;
  if (!(error instanceof Error)) return null;
  // Messages of fetch and import in Chromium, Firefox and Safari; other TypeErrors are bugs of ours.
  if (error instanceof TypeError && /fetch|NetworkError|load/i.test(error.message)) return 'NO_CONNECTION';
  // A proxy's page where Remix expects its data.
  return error.message.startsWith('Unable to decode') ? 'UNAVAILABLE' : null;
}
