import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a database that can be cut, for one server among several. */
export class CuttableDatabase {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  #isCut = false;

  private constructor(url: string, server: Server, sockets: Set<Socket>) {
    this.url = url;
    this.#server = server;
    this.#sockets = sockets;
    server.prependListener('connection', (socket: Socket) => {
      if (this.#isCut) socket.destroy();
    });
  }

  static async open(databaseUrl: string): Promise<CuttableDatabase> {
    const url = new URL(databaseUrl);
    const { hostname, port } = url;
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      if (socket.destroyed) return;
      const there = connect(Number(port), hostname);
      for (const [one, other] of [
        [socket, there],
        [there, socket],
      ] as const) {
        sockets.add(one);
        one.on('error', () => {});
        one.once('close', () => {
          sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('it does not listen');
    url.hostname = '127.0.0.1';
    url.port = String(address.port);
    return new CuttableDatabase(url.href, server, sockets);
  }

  /** Closes all connections and accepts no new ones. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
