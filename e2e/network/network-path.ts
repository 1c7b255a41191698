import { Namespace } from './namespaces.ts';

/** What a queue may hold at most, as in a home router; more is dropped. */
const QUEUE_MS = 200;

/** Packets that a fault drops: all, those of one transport protocol, or only those of some ports of the servers. */
export type Packets = { protocol?: 'udp' | 'tcp'; port?: number | `${number}:${number}` };

/**
 * A visitor's only way to the servers and to the other visitor, and the faults that it can have. Packets are dropped where
 * they arrive, in either direction: whoever sends them learns nothing of it, as on a real network.
 */
export class NetworkPath {
  /** The visitor's machine. */
  readonly namespace: Namespace;
  readonly #servers: Namespace;
  /** Of its interface on the servers' machine; on its own it is `eth0`. */
  readonly #interface: string;
  /** The first three numbers of its addresses. */
  readonly #subnet: string;
  #address = 2;

  private constructor(namespace: Namespace, servers: Namespace, name: string, subnet: string) {
    this.namespace = namespace;
    this.#servers = servers;
    this.#interface = name;
    this.#subnet = subnet;
  }

  /** A machine on a cable of its own to the servers'. */
  static async open(
    servers: Namespace,
    serversAddress: string,
    name: string,
    subnet: string,
  ): Promise<NetworkPath> {
    const path = new NetworkPath(await Namespace.create(name), servers, name, subnet);
    await servers.ip(`link add ${name} type veth peer name eth0 netns ${path.namespace.name}`);
    await servers.ip(`addr add ${subnet}.1/24 dev ${name}`);
    await servers.ip(`link set ${name} up`);
    // Servers that listen on all addresses answer from the one that they were asked at.
    await servers.ip(`route replace ${subnet}.0/24 dev ${name} src ${serversAddress}`);
    await path.namespace.ip('link set eth0 up');
    // Its own rules on the machine that both share.
    await servers.iptables(`-t raw -N ${name}`);
    await servers.iptables(`-t raw -A PREROUTING -i ${name} -j ${name}`);
    await path.#takeAddress();
    return path;
  }

  async #takeAddress(): Promise<void> {
    await this.namespace.ip(`addr add ${this.#subnet}.${this.#address}/24 dev eth0`);
    await this.namespace.ip(`route add default via ${this.#subnet}.1`);
  }

  /** Moves to another network: the old address is gone, sockets bound to it lead nowhere, and a new one is there. */
  async changeAddress(): Promise<void> {
    await this.namespace.ip(`addr del ${this.#subnet}.${this.#address}/24 dev eth0`);
    this.#address++;
    await this.#takeAddress();
  }

  /** Loses packets at random. @param share 0 to 1, in each direction */
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
    await this.#servers.iptables(`-t raw -A ${this.#interface} ${upwards} -j DROP`);
    await this.namespace.iptables(`-t raw -A PREROUTING -i eth0 ${downwards} -j DROP`);
  }

  /** Limits the rate in each direction. @param rate in Mbit/s */
  async limit(rate: number): Promise<void> {
    const shape = `root tbf rate ${Math.round(rate * 1000)}kbit burst 16kb latency ${QUEUE_MS}ms`;
    await this.#servers.tc(`qdisc replace dev ${this.#interface} ${shape}`);
    await this.namespace.tc(`qdisc replace dev eth0 ${shape}`);
  }

  /** Ends all losses, cuts and limits. An address that was taken is kept. */
  async mend(): Promise<void> {
    await this.#servers.iptables(`-t raw -F ${this.#interface}`);
    await this.namespace.iptables('-t raw -F PREROUTING');
    // Fails where no rate is limited.
    await this.#servers.tc(`qdisc del dev ${this.#interface} root`).catch(() => {});
    await this.namespace.tc('qdisc del dev eth0 root').catch(() => {});
  }
}
