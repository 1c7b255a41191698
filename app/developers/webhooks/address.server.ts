import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { env } from '#app/platform/env.server.ts';
import { isPrivate, isPublicAddress } from '#app/platform/private-url.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** A host of this installation's own network, by its operator's leave. */
const isLent = ({ host }: URL): boolean => env.WEBHOOK_HOSTS.includes(host);

/**
 * Whether an address may be told of events: over HTTPS, without credentials, and no IP address of a private network. Where a
 * name leads is looked up at each attempt.
 */
function isAdmitted(url: URL): boolean {
  if (url.username || url.password) return false;
  if (isLent(url)) return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'https:' && (isIP(host) === 0 ? !isPrivate(url.href) : isPublicAddress(host));
}

/** @throws ProtocolError INVALID_DATA */
export function admitUrl(address: string): URL {
  const url = new URL(address);
  url.hash = '';
  if (isAdmitted(url)) return url;
  const problem = { kind: 'format' } as const;
  throw new ProtocolError('INVALID_DATA', [
    { path: 'url', message: 'must be a public https:// address', problem },
  ]);
}

/**
 * Where to connect for an address. To what was looked up, and to nothing else: a second look-up could lead elsewhere.
 * @returns null if it leads to a private network, to this computer, or to where no one else is; also of one address of several
 * @throws Error if the name is unknown
 */
export async function placeOf(url: URL): Promise<{ address: string; family: number } | null> {
  if (!isAdmitted(url)) return null;
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true });
  if (!isLent(url) && !found.every(({ address }) => isPublicAddress(address))) return null;
  return found[0] ?? null;
}
