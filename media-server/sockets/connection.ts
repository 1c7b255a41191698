import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE_CODES, type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import { MAX_BAD_MESSAGES, MAX_BYTES_BEFORE_LOGIN } from '#protocol/limits.ts';
import type { EventData, EventName, ServerEnvelope } from '#protocol/messages.ts';
import { type LoginServices, login } from '../handlers/login.ts';
import { handle, handleWithoutSeat, parseData } from '../handlers/registry.ts';
import type { Metrics } from '../health/metrics.ts';
import type { Limits } from '../limit-settings.ts';
import type { Log } from '../log.ts';
import type { RoomSession } from '../rooms/room.ts';
import type { Peer } from '../rooms/session.ts';
import { UserSession } from '../users/user-sockets.ts';
import { type NamedRequest, readEnvelope } from './read-envelope.ts';
import { TokenBucket } from './token-bucket.ts';
import { limitUnfinished } from './unfinished.ts';

export type ConnectionServices = { login: LoginServices; limits: Limits; metrics: Metrics; log: Log };

/** Setting up a call takes about thirty requests; a held direction key sends a few per second. */
const BURST = 100;
const PER_SECOND = 50;
/** Maximum number of queued requests. */
const MAX_WAITING = 100;
/** A client that does not read its messages is disconnected. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/** Errors that a conforming client never causes. Others can result from messages crossing. */
const bad: ReadonlySet<ErrorCode> = new Set([
  'BAD_MESSAGE',
  'UNKNOWN_MESSAGE',
  'INVALID_DATA',
  'TOO_LARGE',
  'NOT_LOGGED_IN',
  'ALREADY_LOGGED_IN',
  'FORBIDDEN',
  'RATE_LIMITED',
]);

/** One client's socket: parses its messages, handles them in order, and closes it where the protocol requires. */
export class Connection implements Peer {
  readonly #socket: WebSocket;
  readonly #services: ConnectionServices;
  readonly #bucket = new TokenBucket(BURST, PER_SECOND, performance.now());
  readonly #loginTimer: NodeJS.Timeout;
  readonly #idleTimer: NodeJS.Timeout;
  readonly #liftLoginLimit: () => void;
  #session: RoomSession | UserSession | null = null;
  #log: Log;
  /** Events held back until the login response has been sent, which must come first; null afterwards. */
  #held: string[] | null = [];
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  #badMessages = 0;
  #closing = false;
  #closeAfterAnswer: number | null = null;

  /** @param stream the connection that the WebSocket reads from */
  constructor(socket: WebSocket, stream: Duplex, services: ConnectionServices) {
    this.#socket = socket;
    this.#services = services;
    this.#log = services.log;
    const { loginTimeoutMs, socketIdleMs } = services.limits;
    this.#loginTimer = setTimeout(() => this.close(CLOSE_CODES.LOGIN_TIMEOUT), loginTimeoutMs);
    this.#idleTimer = setTimeout(() => this.close(CLOSE_CODES.IDLE), socketIdleMs);
    this.#liftLoginLimit = limitUnfinished(socket, stream, MAX_BYTES_BEFORE_LOGIN, () => this.#tooLarge());
    services.metrics.socketOpened();
    socket.on('message', (raw, isBinary) => {
      try {
        this.#receive(toBuffer(raw), isBinary);
      } catch (error) {
        this.#fail(error);
      }
    });
    // An error is always followed by a close with its code.
    socket.on('error', (error) => this.#log.debug({ err: error }, 'socket error'));
    socket.on('close', (code) => {
      services.metrics.socketClosed(code);
      this.#cleanUp();
    });
  }

  send<N extends EventName>(name: N, data: EventData<N>): void {
    const text = JSON.stringify({ event: name, data } satisfies ServerEnvelope);
    if (this.#held) this.#held.push(text);
    else this.#write(text);
  }

  close(code: number): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#socket.close(code);
    this.#cleanUp();
  }

  closeAfterAnswer(code: number): void {
    this.#closeAfterAnswer = code;
  }

  /** Closes without a handshake, for a client that does not respond to it. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Resolves when all received messages have been handled. */
  get settled(): Promise<void> {
    return this.#queue;
  }

  #receive(raw: Buffer, isBinary: boolean): void {
    if (this.#closing) return;
    this.#idleTimer.refresh();
    if (!this.#session && raw.byteLength > MAX_BYTES_BEFORE_LOGIN) {
      this.#tooLarge();
      return;
    }
    const message = readEnvelope(raw, isBinary);
    if ('error' in message) {
      this.#refuse(null, message.id, message.error);
    } else if (!this.#bucket.take(performance.now()) || this.#waiting >= MAX_WAITING) {
      this.#refuse(message.name, message.id, new ProtocolError('RATE_LIMITED'));
    } else {
      this.#waiting += 1;
      this.#queue = this.#queue
        .then(() => this.#handle(message))
        .catch((error: unknown) => this.#fail(error));
    }
  }

  async #handle(request: NamedRequest): Promise<void> {
    this.#waiting -= 1;
    // Messages received before the client's close are still handled; after our own close, none are.
    if (this.#closing) return;
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    const { id, name } = request;
    try {
      const data = await this.#answer(request);
      this.#services.metrics.answered(name, 'ok', seconds());
      this.#write(JSON.stringify({ id, data } satisfies ServerEnvelope));
      if (name === 'login') this.#release();
    } catch (error) {
      this.#refuse(name, id, this.#asProtocolError(error, name), seconds());
    }
    if (this.#closeAfterAnswer !== null) this.close(this.#closeAfterAnswer);
  }

  async #answer({ name, data }: NamedRequest): Promise<unknown> {
    if (name === 'login') {
      if (this.#session) throw new ProtocolError('ALREADY_LOGGED_IN');
      return this.#login(data);
    }
    if (!this.#session) throw new ProtocolError('NOT_LOGGED_IN');
    if (this.#session instanceof UserSession) return handleWithoutSeat(this.#session, name);
    return handle(this.#session, name, data);
  }

  async #login(raw: unknown): Promise<unknown> {
    const data = parseData('login', raw);
    try {
      const { session, response } = await login(this.#services.login, this, data);
      clearTimeout(this.#loginTimer);
      this.#liftLoginLimit();
      this.#session = session;
      if (session instanceof UserSession) {
        this.#log = this.#log.child({ user: session.user });
      } else {
        this.#log = this.#log.child({ room: session.room.held.id, seat: session.seat });
        this.#log.info({ resumed: 'resumed' in response && response.resumed }, 'logged in');
      }
      return response;
    } catch (error) {
      // A server that cannot handle the login now may be able to in a moment.
      const refused = error instanceof ProtocolError && error.code !== 'UNAVAILABLE';
      this.closeAfterAnswer(refused ? CLOSE_CODES.LOGIN_REFUSED : CLOSE_CODES.GOING_AWAY);
      throw error;
    }
  }

  #asProtocolError(error: unknown, name: string): ProtocolError {
    if (error instanceof ProtocolError) return error;
    this.#log.error({ err: error, request: name }, 'request failed');
    return new ProtocolError('SERVER_ERROR');
  }

  #refuse(name: NamedRequest['name'] | null, id: number | null, error: ProtocolError, seconds = 0): void {
    this.#services.metrics.answered(name, error.code, seconds);
    this.#write(JSON.stringify({ id, error: error.toBody() } satisfies ServerEnvelope));
    if (bad.has(error.code)) this.#badMessages += 1;
    if (this.#badMessages >= MAX_BAD_MESSAGES) {
      this.#log.warn({ code: error.code }, 'socket closed for too many bad messages');
      this.close(CLOSE_CODES.ABUSE);
    }
  }

  /** Closes this connection on an unexpected error, instead of ending the process and with it everyone's calls. */
  #fail(error: unknown): void {
    this.#log.error({ err: error }, 'connection failed');
    this.close(CLOSE_CODES.GOING_AWAY);
  }

  /** Closes the socket and stops reading from it. */
  #tooLarge(): void {
    this.close(CLOSE_CODES.TOO_LARGE);
    this.#socket.pause();
  }

  #release(): void {
    for (const text of this.#held ?? []) this.#write(text);
    this.#held = null;
  }

  #write(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) this.#socket.terminate();
    else this.#socket.send(text);
  }

  /** Cleans up after a closed or closing socket. Waits for a pending login, so that its seat is released too. */
  #cleanUp(): void {
    clearTimeout(this.#loginTimer);
    clearTimeout(this.#idleTimer);
    this.#queue = this.#queue.then(async () => {
      const session = this.#session;
      this.#session = null;
      if (session instanceof UserSession) this.#services.login.users.remove(session);
      else
        await session?.room.leave(session).catch((error: unknown) => {
          this.#log.error({ err: error }, 'could not release the seat');
        });
    });
  }
}

function toBuffer(raw: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(raw)) return Buffer.concat(raw);
  return raw instanceof ArrayBuffer ? Buffer.from(raw) : raw;
}
