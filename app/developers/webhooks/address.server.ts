import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { env } from '#app/platform/env.server.ts';
import { isPrivate, isPublicAddress } from '#app/platform/private-url.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Whether the operator has allowed this private host. */
const isAllowedByOperator = ({ host }: URL): boolean => env.WEBHOOK_HOSTS.includes(host);

/**
 * Whether events may be sent to an address: over HTTPS, without credentials, and not to a private IP address. A name is
 * resolved at each attempt.
 */
function isAdmitted(url: URL): boolean {
  if (url.username || url.password) return false;
  if (isAllowedByOperator(url)) return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'https:' && (isIP(host) === 0 ? !isPrivate(url.href) : isPublicAddress(host));
}

/** Parses and checks a webhook's address. @throws ProtocolError INVALID_DATA */
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
 * Resolves the IP address to connect to. The connection must use this address: resolving again could lead elsewhere.
 * @returns null if any of its addresses is private, local or otherwise not public
 * @throws Error if the name is unknown
 */
export async function resolveAddress(url: URL): Promise<{ address: string; family: number } | null> {
  if (!isAdmitted(url)) return null;
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true });
  if (!isAllowedByOperator(url) && !found.every(({ address }) => isPublicAddress(address))) return null;
  return found[0] ?? null;
}
