import { isIPv6 } from 'node:net';
import { type Family, Namespace } from './namespaces.ts';

/** Length of the queue in ms, as in a home router; packets beyond it are dropped. */
const QUEUE_MS = 200;

/** Packets that a fault drops: all, those of one transport protocol, or only those of some of the servers' ports. */
export type Packets = { protocol?: 'udp' | 'tcp'; port?: number | `${number}:${number}` };

/**
 * A visitor's only path to the servers and to the other visitor, and its faults. Packets are dropped on arrival, in
 * either direction, so their sender is not told, as on a real network.
 */
export class NetworkPath {
  /** The visitor's machine. */
  readonly namespace: Namespace;
  readonly #servers: Namespace;
  readonly #family: Family;
  /** Name of the path's interface on the servers' machine; on the visitor's it is `eth0`. */
  readonly #interface: string;
  /** Its addresses without their last number. */
  readonly #subnet: string;
  #address = 2;

  private constructor(namespace: Namespace, servers: Namespace, name: string, subnet: string) {
    this.namespace = namespace;
    this.#servers = servers;
    this.#family = isIPv6(`${subnet}1`) ? 6 : 4;
    this.#interface = name;
    this.#subnet = subnet;
  }

  /** Connects a new machine to the servers' with a separate cable. @param subnet `10.77.1.` or `fd77:1::` */
  static async open(
    servers: Namespace,
    serversAddress: string,
    name: string,
    subnet: string,
  ): Promise<NetworkPath> {
    const path = new NetworkPath(await Namespace.create(name), servers, name, subnet);
    await servers.ip(`link add ${name} type veth peer name eth0 netns ${path.namespace.name}`);
    // Without the kernel's own route, by which the servers would answer from this address.
    await servers.ip(
      `addr add ${path.#addressOf(1)}${path.#family === 6 ? ' noprefixroute' : ''} dev ${name}`,
    );
    await servers.ip(`link set ${name} up`);
    // Servers that listen on all addresses answer from the one that received the request.
    await servers.ip(`route replace ${path.#network} dev ${name} src ${serversAddress}`);
    await path.namespace.ip('link set eth0 up');
    // The rules of this path, on the machine that both paths share.
    await servers.filter(path.#family, `-t raw -N ${name}`);
    await servers.filter(path.#family, `-t raw -A PREROUTING -i ${name} -j ${name}`);
    await path.#takeAddress();
    return path;
  }

  get #network(): string {
    return this.#family === 6 ? `${this.#subnet}/64` : `${this.#subnet}0/24`;
  }

  /** An address in the format of `ip addr`. `nodad` skips the search for an IPv6 duplicate, which takes a second. */
  #addressOf(last: number): string {
    return this.#family === 6 ? `${this.#subnet}${last}/64 nodad` : `${this.#subnet}${last}/24`;
  }

  async #takeAddress(): Promise<void> {
    await this.namespace.ip(`addr add ${this.#addressOf(this.#address)} dev eth0`);
    await this.namespace.ip(`route add default via ${this.#subnet}1`);
  }

  /** Moves to another network: the old address disappears with its sockets, and a new one is added. */
  async changeAddress(): Promise<void> {
    await this.namespace.ip(`addr flush dev eth0 scope global`);
    this.#address++;
    await this.#takeAddress();
  }

  /** Drops packets at random. @param share 0 to 1, in each direction */
  async lose(share: number): Promise<void> {
    const match = `-m statistic --mode random --probability ${share}`;
    await this.#drop(match, match);
  }

  /** Drops these packets, in both directions. */
  async cut({ protocol, port }: Packets = {}): Promise<void> {
    if (!protocol) return this.#drop('', '');
    const ports = (end: 'dport' | 'sport') => (port === undefined ? '' : ` --${end} ${port}`);
    await this.#drop(`-p ${protocol}${ports('dport')}`, `-p ${protocol}${ports('sport')}`);
  }

  async #drop(upwards: string, downwards: string): Promise<void> {
    await this.#servers.filter(this.#family, `-t raw -A ${this.#interface} ${upwards} -j DROP`);
    await this.namespace.filter(this.#family, `-t raw -A PREROUTING -i eth0 ${downwards} -j DROP`);
  }

  /** Limits the rate in each direction. @param rate in Mbit/s */
  async limit(rate: number): Promise<void> {
    const shape = `root tbf rate ${Math.round(rate * 1000)}kbit burst 16kb latency ${QUEUE_MS}ms`;
    await this.#servers.tc(`qdisc replace dev ${this.#interface} ${shape}`);
    await this.namespace.tc(`qdisc replace dev eth0 ${shape}`);
  }

  /** Ends all losses, cuts and limits. A changed address is kept. */
  async mend(): Promise<void> {
    await this.#servers.filter(this.#family, `-t raw -F ${this.#interface}`);
    await this.namespace.filter(this.#family, '-t raw -F PREROUTING');
    // Fails if no rate is limited.
    await this.#servers.tc(`qdisc del dev ${this.#interface} root`).catch(() => {});
    await this.namespace.tc('qdisc del dev eth0 root').catch(() => {});
  }
}
