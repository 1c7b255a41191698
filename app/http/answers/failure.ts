import { isRouteErrorResponse } from '@remix-run/react';

/** Statuses by which a proxy, or our server, says that it cannot answer now (RFC 9110, sections 15.6.3 to 15.6.5). */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

/**
 * Status of an action's result that the browser made because the server was not reached. No server sends it, so that it
 * tells when loading data anew would fail too.
 */
export const NOT_REACHED = 499;

/**
 * Why a request of Remix to our server failed: there was no answer, or one that only says that there is none now. Null
 * if our server itself failed.
 */
export function failureOf(error: unknown): 'NO_CONNECTION' | 'UNAVAILABLE' | null {
  if (isRouteErrorResponse(error)) return UNAVAILABLE.includes(error.status) ? 'UNAVAILABLE' : null;
  if (!(error instanceof Error)) return null;
  // The messages of fetch and import in Chromium, Firefox and Safari; other TypeErrors are mistakes of ours.
  if (error instanceof TypeError && /fetch|NetworkError|load/i.test(error.message)) return 'NO_CONNECTION';
  // A proxy's page in place of Remix's data.
  return error.message.startsWith('Unable to decode') ? 'UNAVAILABLE' : null;
}
