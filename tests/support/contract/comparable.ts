import type { Answer } from '../servers/client.ts';

/** A response without the parts that differ between any two responses. */
export function comparable({ status, headers, body }: Answer) {
  const varying = ['date', 'content-security-policy', 'set-cookie', 'auth-token', 'session-uuid', 'etag'];
  const kept = [...headers].filter(([name]) => !varying.includes(name));
  const names = [...headers].map(([name]) => name);
  return { status, headers: kept, names, body };
}
