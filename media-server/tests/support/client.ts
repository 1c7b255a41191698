import { WebSocket } from 'ws';
import type { z } from 'zod';
import { CAMERA_TYPES, type Camera } from '#protocol/camera.ts';
import { type Channel, WHOLE_VIDEO } from '#protocol/channel.ts';
import { type ErrorBody, ProtocolError } from '#protocol/errors.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import {
  type EventName,
  events,
  isEventName,
  PROTOCOL_VERSION,
  type RequestData,
  type RequestName,
  type ResponseData,
  requests,
  type SeatLogin,
  serverEnvelopeSchema,
} from '#protocol/messages.ts';

export const camera: Camera = {
  cameraType: CAMERA_TYPES[2],
  quality: 'MEDIUM',
  projection: 'equirectangular',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
};

/** Media state of a seat without transports. */
export const untold = {
  dataProducers: [],
  videoCodecs: { send: null, receive: null },
  encryption: null,
  takesScreen: false,
  videoWish: WHOLE_VIDEO,
  controlModes: [],
  handRaised: false,
  recording: 'off',
};

const schemas: { [N in RequestName]: { response: z.ZodType<ResponseData<N>> } } = requests;

type Answer = { data: unknown } | { error: ErrorBody };
type Heard = { event: EventName; data: unknown };

/** A text for the other seat, with a new id each time. */
export const saying = (text: string) => ({ id: crypto.randomUUID(), text, sentAt: 0 });

/** A client on a real socket. Every message it receives must match the protocol. */
export class TestClient {
  readonly socket: WebSocket;
  /** Every event so far, in order. */
  readonly heard: Heard[] = [];
  /** The order of events and responses. */
  readonly order: ('event' | 'answer')[] = [];
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  /** Errors without a request id. */
  readonly unaddressed: ErrorBody[] = [];
  readonly #answers = new Map<number, (answer: Answer) => void>();
  readonly #listeners = new Set<() => void>();
  #nextId = 1;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('message', (raw) => this.#receive(String(raw)));
  }

  /**
   * @param to a port of this machine, or a WebSocket address
   * @param address the client's, for a server that trusts X-Forwarded-For
   * @param onOpen called before anything is read
   */
  static async connect(
    to: number | string,
    address?: string,
    onOpen: (socket: WebSocket) => void = () => {},
  ): Promise<TestClient> {
    const headers = address ? { 'X-Forwarded-For': address } : {};
    const url = typeof to === 'string' ? to : `ws://127.0.0.1:${to}/realtime`;
    const socket = new WebSocket(url, { headers });
    const client = new TestClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => {
        onOpen(socket);
        resolve();
      });
      socket.once('error', reject);
    });
    return client;
  }

  /** Rejects with the ProtocolError the server responds with. */
  async request<N extends RequestName>(name: N, data: RequestData<N>): Promise<ResponseData<N>> {
    const answer = await this.ask(name, data);
    if ('error' in answer) throw new ProtocolError(answer.error.code, answer.error.fields);
    return schemas[name].response.parse(answer.data);
  }

  /** Sends a request of any name with any data. */
  ask(name: string, data: unknown): Promise<Answer> {
    const id = this.#nextId++;
    const answer = new Promise<Answer>((resolve) => this.#answers.set(id, resolve));
    this.socket.send(JSON.stringify({ id, name, data }));
    return answer;
  }

  /** Logs in to a seat. */
  async login(auth: RequestData<'login'>['auth']): Promise<SeatLogin> {
    const login = await this.request('login', { version: PROTOCOL_VERSION, auth });
    if (!('seat' in login)) throw new Error('This login has no seat');
    return login;
  }

  /** The room as last received, once it satisfies `condition`. */
  async channel(condition: (channel: Channel) => boolean): Promise<Channel> {
    for (;;) {
      const last = this.updates.at(-1);
      if (last && condition(last)) return last;
      await this.#next();
    }
  }

  get updates(): Channel[] {
    return this.heard.flatMap(({ event, data }) =>
      event === 'channelUpdate' ? [events.channelUpdate.data.parse(data)] : [],
    );
  }

  /** The data of the first event of this name, past or future. */
  async event(name: EventName): Promise<unknown> {
    for (;;) {
      const found = this.heard.find(({ event }) => event === name);
      if (found) return found.data;
      await this.#next();
    }
  }

  /** The next error without a request id. */
  async refusal(): Promise<ErrorBody> {
    for (;;) {
      const error = this.unaddressed.shift();
      if (error) return error;
      await this.#next();
    }
  }

  /** Drops the connection without a close handshake, as when the network fails. */
  async drop(): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      const listener = () => {
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
    });
  }

  #receive(text: string): void {
    const envelope = serverEnvelopeSchema.parse(JSON.parse(text));
    this.order.push('event' in envelope ? 'event' : 'answer');
    if ('event' in envelope) {
      if (!isEventName(envelope.event)) throw new Error(`unknown event ${envelope.event}`);
      events[envelope.event].data.parse(envelope.data);
      this.heard.push({ event: envelope.event, data: envelope.data });
    } else if (envelope.id === null) {
      if ('error' in envelope) this.unaddressed.push(envelope.error);
    } else {
      this.#answers.get(envelope.id)?.(envelope);
      this.#answers.delete(envelope.id);
    }
    for (const listener of [...this.#listeners]) listener();
  }
}
