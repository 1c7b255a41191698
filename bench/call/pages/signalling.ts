import type { RequestName, Requests } from '../bare-protocol.ts';

/** The page's side of the bare mediasoup server's WebSocket. */
export class Signalling {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: never) => void>();
  #lastId = 0;

  /** @param onGuest called when the guest's page has loaded */
  static open(onGuest: () => void): Promise<Signalling> {
    const socket = new WebSocket(new URLSearchParams(location.search).get('socket') ?? '');
    const signalling = new Signalling(socket, onGuest);
    return new Promise((resolve) => socket.addEventListener('open', () => resolve(signalling)));
  }

  private constructor(socket: WebSocket, onGuest: () => void) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, answer } = JSON.parse(data);
      if (id === null) onGuest();
      else this.#waiting.get(id)?.(answer as never);
    });
  }

  request<N extends RequestName>(name: N, asks: Requests[N]['asks']): Promise<Requests[N]['answers']> {
    const id = ++this.#lastId;
    this.#socket.send(JSON.stringify({ id, name, asks }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}
