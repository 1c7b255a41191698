import type { Answer } from './client.ts';

/** An answer without what differs from one to the next anyhow. */
export function comparable({ status, headers, body }: Answer) {
  const varying = ['date', 'content-security-policy', 'set-cookie', 'auth-token', 'session-uuid', 'etag'];
  const kept = [...headers].filter(([name]) => !varying.includes(name));
  const names = [...headers].map(([name]) => name);
  return { status, headers: kept, names, body };
}
