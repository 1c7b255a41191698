import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { clientAddress } from '#protocol/client-address.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { MAX_MESSAGE_BYTES } from '#protocol/limits.ts';
import type { Environment } from '../env.ts';
import { listen, stopListening } from '../listen.ts';
import { Connection, type ConnectionServices } from './connection.ts';
import { networkOf, SocketCaps } from './socket-caps.ts';

const REALTIME_PATH = '/realtime';

/** Larger messages are not read at all: the socket is closed with code 1009. */
const MAX_PAYLOAD_BYTES = 16 * MAX_MESSAGE_BYTES;
/** How long clients have to complete the close handshake. */
const CLOSE_TIMEOUT_MS = 2_000;
/** The same at shutdown. */
const SHUTDOWN_CLOSE_TIMEOUT_MS = 500;
/** Interval at which connections with incomplete request headers are looked for. */
const HEADERS_CHECK_MS = 5_000;

const OPTIONS = {
  noServer: true,
  maxPayload: MAX_PAYLOAD_BYTES,
  perMessageDeflate: false,
  closeTimeout: CLOSE_TIMEOUT_MS,
};

type Address = Pick<Environment, 'MEDIA_HOST' | 'MEDIA_PORT' | 'MEDIA_TRUST_PROXY'>;

/** The WebSocket server at `/realtime`. */
export class SocketServer {
  readonly #http: Server;
  readonly #sockets = new WebSocketServer(OPTIONS);
  readonly #services: ConnectionServices;
  readonly #proxies: number;
  readonly #caps: SocketCaps;
  readonly #connections = new Set<Connection>();

  private constructor(services: ConnectionServices, proxies: number, onRequest: RequestListener) {
    this.#services = services;
    this.#proxies = proxies;
    this.#caps = new SocketCaps(services.limits);
    const timeouts = {
      headersTimeout: services.limits.loginTimeoutMs,
      requestTimeout: services.limits.loginTimeoutMs,
      connectionsCheckingInterval: HEADERS_CHECK_MS,
    };
    this.#http = createServer(timeouts, onRequest);
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /**
   * @param onRequest answers requests that open no WebSocket
   * @throws Error if the port is taken
   */
  static async start(
    services: ConnectionServices,
    address: Address,
    onRequest: RequestListener,
  ): Promise<SocketServer> {
    const server = new SocketServer(services, address.MEDIA_TRUST_PROXY, onRequest);
    await listen(server.#http, address.MEDIA_HOST, address.MEDIA_PORT, services.log);
    return server;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { url = '', headers, socket: connection } = request;
    if (url.split('?')[0] !== REALTIME_PATH) {
      refuse(socket, '404 Not Found');
      return;
    }
    const forwardedFor = headers['x-forwarded-for'];
    const network = networkOf(clientAddress(connection.remoteAddress, forwardedFor, this.#proxies));
    const admission = this.#caps.add(network);
    socket.once('close', () => this.#caps.remove(network));
    if (admission === 'drop') {
      refuse(socket, '503 Service Unavailable');
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (admission === 'accept') this.#accept(webSocket, socket);
      else this.#turnAway(webSocket, admission);
    });
  }

  #accept(webSocket: WebSocket, socket: Duplex): void {
    const connection = new Connection(webSocket, socket, this.#services);
    this.#connections.add(connection);
    webSocket.once('close', () => this.#connections.delete(connection));
  }

  /** Completes the handshake and closes with the code, because browsers do not show why a handshake failed. */
  #turnAway(webSocket: WebSocket, code: number): void {
    const { metrics, log } = this.#services;
    metrics.socketOpened();
    webSocket.on('error', (error) => log.debug({ err: error }, 'socket error'));
    webSocket.once('close', (closedWith) => metrics.socketClosed(closedWith));
    webSocket.close(code);
  }

  /** The port in use. */
  get port(): number {
    const address = this.#http.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Disconnects all clients; they reconnect to another or a restarted server. */
  async close(): Promise<void> {
    const stopped = stopListening(this.#http);
    const connections = [...this.#connections];
    for (const connection of connections) connection.close(CLOSE_CODES.GOING_AWAY);
    const unanswered = setTimeout(() => {
      for (const connection of connections) connection.terminate();
    }, SHUTDOWN_CLOSE_TIMEOUT_MS);
    await Promise.all([stopped, ...connections.map((connection) => connection.settled)]);
    clearTimeout(unanswered);
  }
}

/** The error listener is needed: without one, a socket that is reset would end the process. */
function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {});
  const response = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  socket.end(response, () => socket.destroy());
}
