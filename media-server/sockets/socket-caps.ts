import ipaddr from 'ipaddr.js';
import { CLOSE_CODES } from '#protocol/errors.ts';
import type { Limits } from '../limits.ts';

type Caps = Pick<Limits, 'sockets' | 'socketsPerNetwork'>;

/** Refused sockets are told why, but not more than this many times as many as are accepted. */
const REFUSED_FACTOR = 2;

/** Counts open sockets, in all and by network. */
export class SocketCaps {
  readonly #caps: Caps;
  readonly #byNetwork = new Map<string, number>();
  #all = 0;

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  /**
   * Counts one more socket, until it is `remove`d.
   * @returns whether to accept it, else the code to close it with; `drop` if there are too many even for that
   */
  add(network: string): 'accept' | 'drop' | number {
    const { sockets, socketsPerNetwork } = this.#caps;
    const ofNetwork = (this.#byNetwork.get(network) ?? 0) + 1;
    this.#byNetwork.set(network, ofNetwork);
    this.#all += 1;
    if (ofNetwork > socketsPerNetwork * REFUSED_FACTOR || this.#all > sockets * REFUSED_FACTOR) return 'drop';
    if (ofNetwork > socketsPerNetwork) return CLOSE_CODES.TOO_MANY_SOCKETS;
    return this.#all > sockets ? CLOSE_CODES.FULL : 'accept';
  }

  remove(network: string): void {
    this.#all -= 1;
    const left = (this.#byNetwork.get(network) ?? 0) - 1;
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
  }
}

/** What limits count as one client: an IPv4 address, or an IPv6 /64, as one customer has at least that (RFC 6177). */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
