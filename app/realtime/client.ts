import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import type { RequestData, RequestName, ResponseData } from '#protocol/messages.ts';
import { apiTimeoutMs } from './http.ts';
import type {
  ConnectionState,
  PageToWorker,
  RealtimeEvent,
  RealtimeRequest,
  WorkerToPage,
} from './page-protocol.ts';

/** Access to a seat: the media server's absolute WebSocket URL and a fresh ticket. */
export type SeatAccess = { url: string; ticket: string };

/** Access to a person's notifications, without a seat. */
export type UserAccess = { url: string; userTicket: string };

export type RealtimeHandlers = {
  /** Called after the first login and every reconnect. */
  onLogin(login: ResponseData<'login'>): void;
  onEvent(event: RealtimeEvent): void;
  /** `code` is the reason when a connection is `closed`; null if this side closed it. */
  onConnection(state: ConnectionState, code: ErrorCode | 'REPLACED' | null): void;
  /** Requests a new ticket from the web server; rejects with a ProtocolError. */
  renewAccess(): Promise<SeatAccess | UserAccess>;
};

type Waiting = { resolve(data: ResponseData<RequestName>): void; reject(error: ProtocolError): void };

/** The page's side of the real-time worker. */
export class RealtimeClient {
  readonly #worker: Worker;
  readonly #handlers: RealtimeHandlers;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  /** Starts the worker, which loads while the ticket is still being requested. */
  constructor(handlers: RealtimeHandlers) {
    this.#handlers = handlers;
    this.#worker = new Worker(new URL('./realtime-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerToPage>) => this.#receive(data));
    this.#worker.addEventListener('error', () => handlers.onConnection('closed', 'SERVER_ERROR'));
  }

  open(access: SeatAccess | UserAccess): void {
    this.#tell({ type: 'open', timeoutMs: apiTimeoutMs(), ...access });
  }

  /** Rejects with a ProtocolError: the server's, or UNAVAILABLE without a connection. */
  request<N extends RequestName>(name: N, data: RequestData<N>): Promise<ResponseData<N>> {
    const id = this.#nextId++;
    return new Promise<ResponseData<N>>((resolve, reject) => {
      // The worker parsed the response with the schema of this request's name.
      this.#waiting.set(id, { resolve: (answer) => resolve(answer as ResponseData<N>), reject });
      this.#tell({ type: 'request', id, request: { name, data } as RealtimeRequest });
    });
  }

  /** Checks the connection, because the network may have changed; a lost one is replaced at once. */
  check(): void {
    this.#tell({ type: 'check' });
  }

  /** Logs out and terminates the worker. Nothing is reported afterwards. */
  close(): void {
    this.#tell({ type: 'close' });
  }

  #tell(message: PageToWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: WorkerToPage): void {
    switch (message.type) {
      case 'answer':
        this.#take(message.id)?.resolve(message.data);
        return;
      case 'refusal':
        this.#take(message.id)?.reject(new ProtocolError(message.error.code, message.error.fields));
        return;
      case 'loggedIn':
        this.#handlers.onLogin(message.login);
        return;
      case 'event':
        this.#handlers.onEvent(message.event);
        return;
      case 'connection':
        this.#handlers.onConnection(message.state, message.code);
        if (message.state === 'closed') this.#worker.terminate();
        return;
      case 'ticketWanted':
        void this.#renew();
        return;
      default:
        message satisfies never;
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  async #renew(): Promise<void> {
    try {
      this.#tell({ type: 'ticket', ...(await this.#handlers.renewAccess()) });
    } catch (error) {
      this.#tell({
        type: 'ticketRefused',
        code: error instanceof ProtocolError ? error.code : 'UNAVAILABLE',
      });
    }
  }
}
