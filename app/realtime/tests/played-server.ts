import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import type { ErrorBody } from '#protocol/errors.ts';
import { type RequestEnvelope, requestEnvelopeSchema } from '#protocol/messages.ts';

/** A real WebSocket server that the test scripts, one message at a time. */
export class PlayedServer {
  readonly #server: WebSocketServer;
  readonly #sockets: ServerSocket[] = [];
  readonly #received: { socket: ServerSocket; request: RequestEnvelope }[] = [];
  #wake: () => void = () => {};

  constructor(port = 0) {
    this.#server = new WebSocketServer({ port, host: '127.0.0.1' });
    this.#server.on('connection', (socket) => {
      this.#sockets.push(socket);
      socket.on('message', (raw) => {
        this.#received.push({ socket, request: requestEnvelopeSchema.parse(JSON.parse(String(raw))) });
        this.#wake();
      });
    });
  }

  async listening(): Promise<void> {
    await once(this.#server, 'listening');
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `ws://127.0.0.1:${port}`;
  }

  get connections(): number {
    return this.#sockets.length;
  }

  async next() {
    let received = this.#received.shift();
    while (!received) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      received = this.#received.shift();
    }
    const { socket, request } = received;
    return {
      request,
      answer: (data: unknown) => socket.send(JSON.stringify({ id: request.id, data })),
      refuse: (error: ErrorBody) => socket.send(JSON.stringify({ id: request.id, error })),
      say: (message: unknown) => socket.send(JSON.stringify(message)),
      sayRaw: (text: string) => socket.send(text),
      close: (code: number) => socket.close(code),
      cut: () => socket.terminate(),
    };
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.terminate();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
