import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { WEBHOOK_PROBLEMS } from '#db/schema/index.ts';
import { connectTo, resolveAddress } from './address.server.ts';

/** For the whole attempt: a slower receiver should answer first and work afterwards. */
const TIMEOUT_MS = 10_000;

type Problem = (typeof WEBHOOK_PROBLEMS)[number];

export type Outcome = { status: number; problem: null } | { status: null; problem: Problem };

type Sent = {
  body: string | Buffer;
  headers: Record<string, string>;
  /** Hosts that the operator has allowed although they are private. */
  allowed: readonly string[];
  /** For tests. */
  timeoutMs?: number;
};

/**
 * Sends a body once to an address that a person gave. Does not follow redirects, and reads only the status of the
 * response. Never rejects.
 */
export async function post(
  address: string,
  { body, headers, allowed, timeoutMs = TIMEOUT_MS }: Sent,
): Promise<Outcome> {
  const url = new URL(address);
  const failed = (problem: Problem): Outcome => ({ status: null, problem });
  const signal = AbortSignal.timeout(timeoutMs);
  const place = await resolveAddress(url, allowed).catch(() => 'unknown' as const);
  if (place === 'unknown') return failed('UNKNOWN_HOST');
  if (place === null) return failed('PRIVATE_ADDRESS');
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp;
    const request = send(url, {
      method: 'POST',
      ...connectTo(place),
      signal,
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    });
    request.once('response', (response) => {
      resolve({ status: response.statusCode ?? 0, problem: null });
      response.destroy();
    });
    request.on('error', () => resolve(failed(signal.aborted ? 'TIMEOUT' : 'NO_CONNECTION')));
    request.end(body);
  });
}
