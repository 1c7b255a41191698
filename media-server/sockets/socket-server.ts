import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { MAX_MESSAGE_BYTES } from '#protocol/limits.ts';
import { listen, stopListening } from '../listen.ts';
import { Connection, type ConnectionServices } from './connection.ts';

const REALTIME_PATH = '/realtime';

/** Larger messages are not read at all: the socket is closed with code 1009. */
const MAX_PAYLOAD_BYTES = 16 * MAX_MESSAGE_BYTES;
/** How long clients have to complete the close handshake at shutdown. */
const CLOSE_WAIT_MS = 500;

/** The WebSocket server at `/realtime`. */
export class SocketServer {
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
  });
  readonly #connections = new Set<Connection>();

  private constructor(services: ConnectionServices) {
    this.#http = createServer((_request, response) => response.writeHead(404).end());
    this.#http.on('upgrade', (request, socket: Socket, head) => {
      const [path] = (request.url ?? '').split('?');
      if (path !== REALTIME_PATH) {
        socket.on('error', () => {});
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = new Connection(webSocket, services);
        this.#connections.add(connection);
        webSocket.once('close', () => this.#connections.delete(connection));
      });
    });
  }

  static async start(services: ConnectionServices, host: string, port: number): Promise<SocketServer> {
    const server = new SocketServer(services);
    await listen(server.#http, host, port);
    return server;
  }

  /** The port in use. */
  get port(): number {
    const address = this.#http.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Disconnects all clients, to reconnect to another or a restarted server. */
  async close(): Promise<void> {
    const stopped = stopListening(this.#http);
    const connections = [...this.#connections];
    for (const connection of connections) connection.close(CLOSE_CODES.GOING_AWAY);
    const unanswered = setTimeout(() => {
      for (const connection of connections) connection.terminate();
    }, CLOSE_WAIT_MS);
    await Promise.all([stopped, ...connections.map((connection) => connection.settled)]);
    clearTimeout(unanswered);
  }
}
