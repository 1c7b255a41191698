import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivate, isPublicAddress } from '../private-url.ts';

/** An IP address to connect to. */
export type Place = { address: string; family: number };

/** In ms, for each of two attempts. */
const RESOLVE_MS = 2_000;

/** Host names that every parser of URLs reads alike: to some, `127.0.0.1\`.example.org` is `127.0.0.1`. */
const PLAIN_HOST = /^[a-z0-9.-]+$/;

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Whether the server may send requests to an address that a person gave: over HTTPS, without credentials, and not to a
 * private IP address. A name is resolved at each request.
 * @param allowed hosts, with their ports, that the operator has allowed although they are private or not on HTTPS
 */
export function isAdmitted(url: URL, allowed: readonly string[]): boolean {
  if (url.username || url.password) return false;
  if (allowed.includes(url.host)) return true;
  const host = hostOf(url);
  if (url.protocol !== 'https:') return false;
  return isIP(host) === 0 ? PLAIN_HOST.test(host) && !isPrivate(url.href) : isPublicAddress(host);
}

/**
 * Resolves the IP address to connect to. The connection must use this address: resolving again could lead elsewhere.
 * @returns null if any of its addresses is private, local or otherwise not public
 * @throws Error if the name is unknown
 */
export async function resolveAddress(url: URL, allowed: readonly string[]): Promise<Place | null> {
  if (!isAdmitted(url, allowed)) return null;
  // Names of the operator's own network may be in this machine's hosts file.
  if (allowed.includes(url.host)) return lookup(hostOf(url));
  const found = await addressesOf(hostOf(url));
  return found.every(({ address }) => isPublicAddress(address)) ? (found[0] ?? null) : null;
}

/** Options of a request on a separate connection to the address that was checked. */
export const connectTo = (place: Place) => ({
  agent: false as const,
  lookup: ((_name, options, callback) =>
    options.all
      ? callback(null, [place])
      : callback(null, place.address, place.family)) satisfies LookupFunction,
});

/**
 * The addresses of a host, IPv4 first. Not by `dns.lookup`: names that are never answered would fill the four threads
 * that hashing and compression also use.
 */
async function addressesOf(host: string): Promise<Place[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const places = (found: typeof four, of: number) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family: of })) : [];
  return [...places(four, 4), ...places(six, 6)];
}
