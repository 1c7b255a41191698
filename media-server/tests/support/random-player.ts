import type { WebSocket } from 'ws';
import { z } from 'zod';
import { type Channel, channelSchema, type SeatName } from '#protocol/channel.ts';
import { PROTOCOL_VERSION, serverEnvelopeSchema } from '#protocol/messages.ts';
import { camera } from './client.ts';
import { PLACEHOLDERS, type Placeholder, type RandomMessage } from './random-messages.ts';

/** A room with two players; when it is over, they create another. */
export interface Table {
  /** A new ticket for a seat in the current room, and the room's code. */
  ticket(seat: SeatName): Promise<{ token: string; ticket: string }>;
  /** Creates another room, unless the current one is already another. */
  renew(over: string): Promise<void>;
}

/** Plays one seat with random messages and tracks which are still unanswered. */
export class Player {
  readonly counts = { sent: 0, ok: 0, unanswered: 0, sockets: 0 };
  /** The error codes received, and how often. */
  readonly codes = new Map<string, number>();
  /** The codes with which the server closed sockets, and how often. */
  readonly closes = new Map<number, number>();
  /** Answers without a request. */
  readonly problems: string[] = [];
  readonly #table: Table;
  readonly #seat: SeatName;
  readonly #connect: () => WebSocket;
  readonly #known = new Map<Placeholder, string>();
  #socket: WebSocket | null = null;
  #token = '';
  #over = false;
  /** Requests sent, by id. */
  #pending = new Map<number, string>();
  #unaddressed = 0;
  #nextId = 1;
  #wake: () => void = () => {};

  /** @param connect opens a socket of the media server */
  constructor(table: Table, seat: SeatName, connect: () => WebSocket) {
    this.#table = table;
    this.#seat = seat;
    this.#connect = connect;
  }

  /** Sends these messages at once and waits until each is answered or the socket is closed. */
  async play(messages: RandomMessage[]): Promise<void> {
    const socket = this.#socket ?? (await this.#open());
    for (const message of messages) this.#send(socket, message);
    this.counts.sent += messages.length;
    await this.#settled();
    if (this.#over) await this.#nextRoom();
  }

  async #nextRoom(): Promise<void> {
    this.close();
    this.#socket = null;
    await this.#table.renew(this.#token);
  }

  close(): void {
    this.#socket?.removeAllListeners().terminate();
  }

  async #open(): Promise<WebSocket> {
    const { token, ticket } = await this.#table.ticket(this.#seat);
    const socket = this.#connect();
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    this.#socket = socket;
    this.counts.sockets += 1;
    socket.on('message', (raw) => this.#receive(String(raw)));
    socket.once('close', (code) => this.#closed(code));
    this.#known.set('$ticket', ticket);
    this.#token = token;
    this.#over = false;
    // One in eight starts without a login.
    if (this.counts.sockets % 8 > 0) {
      this.#send(socket, { name: 'login', data: { version: PROTOCOL_VERSION, auth: { ticket: '$ticket' } } });
      const enter = this.#seat === 'host' ? 'createChannel' : 'requestChannel';
      this.#send(socket, { name: enter, data: { camera } });
      this.#send(socket, { name: 'createTransport', data: { direction: 'send' } });
      this.#send(socket, { name: 'createTransport', data: { direction: 'receive' } });
    }
    return socket;
  }

  #send(socket: WebSocket, message: RandomMessage): void {
    if ('raw' in message) {
      this.#unaddressed += 1;
      socket.send(message.raw);
      return;
    }
    const id = this.#nextId++;
    const text = PLACEHOLDERS.reduce(
      (filled, name) => filled.replaceAll(name, this.#known.get(name) ?? 'none'),
      JSON.stringify({ id, ...message }),
    );
    this.#pending.set(id, text);
    socket.send(text);
  }

  #receive(text: string): void {
    const envelope = serverEnvelopeSchema.parse(JSON.parse(text));
    if ('event' in envelope) {
      if (envelope.event === 'channelUpdate') this.#learnProducers(channelSchema.parse(envelope.data));
      return;
    }
    const asked = envelope.id === null ? null : this.#pending.get(envelope.id);
    if (envelope.id !== null) this.#pending.delete(envelope.id);
    else this.#unaddressed -= 1;
    if (asked === undefined || this.#unaddressed < 0) this.problems.push(`answered unasked: ${text}`);
    if ('error' in envelope) {
      add(this.codes, envelope.error.code);
      this.#over ||= envelope.error.code === 'CHANNEL_ENDED';
    } else {
      this.counts.ok += 1;
      this.#learn(asked ?? '', envelope.data);
    }
    this.#wake();
  }

  #learn(asked: string, data: unknown): void {
    const { id, producerId, consumerId } = z
      .object({ id: z.string(), producerId: z.string(), consumerId: z.string() })
      .partial()
      .parse(data);
    if (id) this.#known.set(asked.includes('"receive"') ? '$receive' : '$send', id);
    if (producerId) this.#known.set('$own', producerId);
    if (consumerId) this.#known.set('$consumer', consumerId);
  }

  #learnProducers({ seats }: Channel): void {
    const other = seats[this.#seat === 'host' ? 'guest' : 'host'];
    const { producers = [], dataProducers: [data] = [] } = other ?? {};
    const producer = producers[this.counts.sent % Math.max(1, producers.length)];
    if (producer) this.#known.set('$other', producer.id);
    if (data) this.#known.set('$data', data.id);
  }

  #closed(code: number): void {
    add(this.closes, code);
    this.counts.unanswered += this.#pending.size + this.#unaddressed;
    this.#pending = new Map();
    this.#unaddressed = 0;
    this.#socket = null;
    this.#wake();
  }

  async #settled(): Promise<void> {
    while (this.#pending.size + this.#unaddressed > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
