import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A proxy between a browser and the site that can be cut, to simulate network failures. Media does not pass through it.
 */
export class CuttableProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => {
    if (this.#cut) {
      client.destroy();
      return;
    }
    if (this.#silent) {
      this.#sockets.add(client);
      client.on('error', () => {});
      client.on('close', () => this.#sockets.delete(client));
      return;
    }
    const upstream = connect(this.#port, this.#host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  });
  readonly #host: string;
  readonly #port: number;
  #cut = false;
  #silent = false;

  constructor(site: string) {
    const { hostname, port } = new URL(site);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** @returns the URL to use instead of the site's */
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    return `http://localhost:${port}`;
  }

  /** Drops all connections and refuses new ones until `mend`. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Accepts new connections without answering them until `mend`, as a distant server seems to an impatient client. */
  silence(): void {
    this.#silent = true;
  }

  /** Forwards new connections again. Those made while silent stay unanswered. */
  mend(): void {
    this.#cut = false;
    this.#silent = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
