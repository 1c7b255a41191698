import ipaddr from 'ipaddr.js';
import { CLOSE_CODES } from '#protocol/errors.ts';
import type { Limits } from '../limit-settings.ts';

type Caps = Pick<Limits, 'sockets' | 'socketsPerNetwork'>;

/** Refused sockets are accepted briefly to send a close code, up to this multiple of the cap. */
const REFUSED_FACTOR = 2;

/** Counts open sockets, in total and per network. */
export class SocketCaps {
  readonly #caps: Caps;
  readonly #byNetwork = new Map<string, number>();
  #all = 0;

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  /**
   * Counts one more socket, until it is `remove`d.
   * @returns `accept`; or the code to close it with; or `drop` if there are too many even for that
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

/**
 * The network that limits count as one client: an IPv4 address, or an IPv6 /64, the least that one customer has (RFC
 * 6177).
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
