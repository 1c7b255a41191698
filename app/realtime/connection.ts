import { CLOSE_CODES, type ErrorBody, type ErrorCode } from '#protocol/errors.ts';
import {
  KEEP_ALIVE_INTERVAL_MS,
  REQUEST_TIMEOUT_MS,
  SOCKET_CHECK_MS,
  SOCKET_IDLE_MS,
} from '#protocol/limits.ts';
import {
  events,
  isEventName,
  PROTOCOL_VERSION,
  type RequestData,
  type RequestName,
  requests,
  serverEnvelopeSchema,
} from '#protocol/messages.ts';
import type { ConnectionState, PageToWorker, RealtimeEvent, WorkerToPage } from './page-protocol.ts';
import { isWorthReconnecting, reconnectDelay } from './reconnect-policy.ts';

/** The close code of a connection that was lost (RFC 6455, 7.4.1). */
const ABNORMAL_CLOSURE = 1006;

/** After every third socket in a row that does not open, a new ticket is requested first. */
const ASK_EVERY = 3;

type Pending = {
  name: RequestName;
  pageId: number | null;
  /** On the monotonic clock. */
  sentAt: number;
  timeout: ReturnType<typeof setTimeout>;
};
type Auth = RequestData<'login'>['auth'];

/**
 * The client side of the real-time protocol: one WebSocket that logs in, sends requests, keeps itself alive and
 * reconnects after a drop, with its resume token while the seat is kept and with a new ticket afterwards.
 */
export class RealtimeConnection {
  readonly #post: (message: WorkerToPage) => void;
  #socket: WebSocket | null = null;
  #url = '';
  #timeoutMs = REQUEST_TIMEOUT_MS;
  #auth: Auth | null = null;
  #state: ConnectionState = 'connecting';
  #attempt = 0;
  /** Number of sockets in a row that did not open. */
  #unopened = 0;
  #nextId = 1;
  /** Expires when nothing has been received for too long. */
  #silence: ReturnType<typeof setTimeout> | undefined;
  #loginRefusal: ErrorCode | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #keepAlive: ReturnType<typeof setInterval> | undefined;
  readonly #pending = new Map<number, Pending>();
  /** Response time of the last `keepAliveSocket`; ms. */
  #roundTripMs = 0;
  /** The socket is being checked, and nothing has been received since. */
  #isChecked = false;

  constructor(post: (message: WorkerToPage) => void) {
    this.#post = post;
  }

  handle(message: PageToWorker): void {
    switch (message.type) {
      case 'open':
      case 'ticket':
        if (message.type === 'open') this.#timeoutMs = message.timeoutMs;
        // Resumes instead if the seat is on the same server, and may still be kept there.
        if (message.url !== this.#url || !this.#mayResume) {
          this.#url = message.url;
          this.#auth = 'ticket' in message ? { ticket: message.ticket } : { userTicket: message.userTicket };
        }
        this.#connect();
        return;
      case 'ticketRefused':
        this.#unopened += 1;
        if (message.code === 'UNAVAILABLE' || message.code === 'RATE_LIMITED') this.#reconnectLater();
        else this.#finish(message.code);
        return;
      case 'request':
        this.#request(message.request.name, message.request.data, message.id);
        return;
      case 'check':
        this.#check();
        return;
      case 'close':
        if (this.#state === 'open') this.#request('logout', {}, null);
        this.#finish(null);
        return;
      default:
        message satisfies never;
    }
  }

  #check(): void {
    // Only later connections: the first one may be slow, and nobody misses it yet.
    if (this.#state === 'open' && !this.#isChecked) {
      this.#isChecked = true;
      this.#stayAlive();
      this.#awaitWord(Math.max(SOCKET_CHECK_MS, this.#roundTripMs * 3));
    } else if (this.#state === 'reconnecting') {
      this.#attempt = 0;
      this.#reconnectNow();
    }
  }

  #connect(): void {
    this.#letGo();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#loginRefusal = null;
    this.#unopened += 1;
    this.#heard();
    socket.addEventListener('open', () => {
      if (this.#socket !== socket) return;
      this.#unopened = 0;
      this.#heard();
      this.#keepAlive = setInterval(() => this.#stayAlive(), KEEP_ALIVE_INTERVAL_MS);
      this.#send('login', { version: PROTOCOL_VERSION, auth: this.#auth }, null);
    });
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket) return;
      this.#heard();
      this.#receive(data);
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket === socket) this.#dropped(code);
    });
  }

  #heard(): void {
    this.#isChecked = false;
    this.#awaitWord(SOCKET_IDLE_MS);
  }

  /** Treats the socket as lost unless something is received within this time. */
  #awaitWord(ms: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const isFirst = this.#attempt === 0;
      this.#dropped(ABNORMAL_CLOSURE);
      // The path is lost, not the server, so there is no rush of clients to spread out.
      if (isFirst) this.#reconnectNow();
    }, ms);
  }

  /** Abandons the socket without waiting for its close, which takes minutes for a half-open one. */
  #letGo(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    clearInterval(this.#keepAlive);
    const socket = this.#socket;
    this.#socket = null;
    for (const id of [...this.#pending.keys()]) this.#settle(id, { error: { code: 'UNAVAILABLE' } });
    socket?.close();
  }

  #dropped(code: number): void {
    this.#letGo();
    if (isWorthReconnecting(code)) {
      if (code === CLOSE_CODES.MOVED) this.#auth = null;
      this.#reconnectLater();
    } else if (this.#loginRefusal === 'RESUME_INVALID' || this.#loginRefusal === 'TICKET_INVALID') {
      // The seat is no longer kept for this socket (or the ticket expired on the way), but the web server can still
      // issue a new ticket.
      this.#auth = null;
      this.#setState('reconnecting', null);
      this.#reconnectLater();
    } else {
      this.#finish(code === CLOSE_CODES.REPLACED ? 'REPLACED' : (this.#loginRefusal ?? 'SERVER_ERROR'));
    }
  }

  #reconnectLater(): void {
    this.#setState('reconnecting', null);
    this.#retry = setTimeout(() => this.#reconnect(), reconnectDelay(this.#attempt++, Math.random()));
  }

  #reconnectNow(): void {
    clearTimeout(this.#retry);
    this.#reconnect();
  }

  #reconnect(): void {
    // A server that does not answer may be gone for good, and another one may have the room: the web server knows.
    const mayBeElsewhere = this.#unopened % ASK_EVERY === ASK_EVERY - 1;
    if (this.#mayResume && !mayBeElsewhere) this.#connect();
    else this.#post({ type: 'ticketWanted' });
  }

  get #mayResume(): boolean {
    return this.#auth !== null && 'resumeToken' in this.#auth;
  }

  #finish(code: ErrorCode | 'REPLACED' | null): void {
    this.#letGo();
    this.#setState('closed', code);
  }

  #setState(state: ConnectionState, code: ErrorCode | 'REPLACED' | null): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#post({ type: 'connection', state, code });
  }

  #stayAlive(): void {
    if (this.#state === 'open') this.#send('keepAliveSocket', {}, null);
  }

  #request(name: RequestName, data: unknown, pageId: number | null): void {
    if (this.#state === 'open') this.#send(name, data, pageId);
    else if (pageId !== null) this.#post({ type: 'refusal', id: pageId, error: { code: 'UNAVAILABLE' } });
  }

  #send(name: RequestName, data: unknown, pageId: number | null): void {
    const id = this.#nextId++;
    const timeout = setTimeout(() => this.#settle(id, { error: { code: 'UNAVAILABLE' } }), this.#timeoutMs);
    this.#pending.set(id, { name, pageId, sentAt: performance.now(), timeout });
    this.#socket?.send(JSON.stringify({ id, name, data }));
  }

  #receive(raw: unknown): void {
    const envelope = serverEnvelopeSchema.safeParse(parseJson(raw));
    if (!envelope.success) return;
    const message = envelope.data;
    if ('event' in message) {
      const event = parseEvent(message.event, message.data);
      if (event) this.#post({ type: 'event', event });
    } else if (message.id !== null) {
      this.#settle(message.id, message);
    }
  }

  #settle(id: number, answer: { data: unknown } | { error: ErrorBody }): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    clearTimeout(pending.timeout);
    const { name, pageId, sentAt } = pending;
    if (name === 'keepAliveSocket' && 'data' in answer) this.#roundTripMs = performance.now() - sentAt;
    if ('error' in answer) {
      if (name === 'login') this.#loginRefusal = answer.error.code;
      if (pageId !== null) this.#post({ type: 'refusal', id: pageId, error: answer.error });
    } else if (name === 'login') {
      this.#loggedIn(answer.data);
    } else if (pageId !== null) {
      const data = requests[name].response.safeParse(answer.data);
      if (data.success) this.#post({ type: 'answer', id: pageId, data: data.data });
      else this.#post({ type: 'refusal', id: pageId, error: { code: 'SERVER_ERROR' } });
    }
  }

  #loggedIn(data: unknown): void {
    const login = requests.login.response.safeParse(data);
    if (!login.success) {
      this.#finish('SERVER_ERROR');
      return;
    }
    // Without a seat there is nothing to resume.
    this.#auth = 'seat' in login.data ? { resumeToken: login.data.resumeToken } : null;
    this.#attempt = 0;
    this.#setState('open', null);
    this.#post({ type: 'loggedIn', login: login.data });
  }
}

function parseJson(raw: unknown): unknown {
  try {
    return JSON.parse(String(raw));
  } catch {
    return undefined;
  }
}

function parseEvent(name: string, data: unknown): RealtimeEvent | null {
  if (!isEventName(name)) return null;
  const parsed = events[name].data.safeParse(data);
  // Name and schema come from the same entry, which the compiler cannot infer through the lookup.
  return parsed.success ? ({ name, data: parsed.data } as RealtimeEvent) : null;
}
