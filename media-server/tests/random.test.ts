import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type Channel, channelSchema, type SeatName } from '#protocol/channel.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { PROTOCOL_VERSION, serverEnvelopeSchema } from '#protocol/messages.ts';
import type { MediaServer } from '../server.ts';
import { camera } from './client.ts';
import { newKey, started, ticket, World } from './harness.ts';
import { PLACEHOLDERS, type Placeholder, type RandomMessage, randomMessage } from './random-messages.ts';

const MESSAGES = 10_000;
const SEED = 360;
const PLAYERS = 8;

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  server = await world.start({ env: { LOG_LEVEL: 'error' } });
});
afterAll(() => world.close());

/** A room with two players; when it is over, they create another. */
class Table {
  room = world.room();
  readonly guestKey = newKey();

  async renew(over: string): Promise<void> {
    if ((await this.room).token === over) this.room = world.room();
  }
}

/** Plays one seat with random messages and tracks which are still unanswered. */
class Player {
  readonly counts = { sent: 0, ok: 0, sockets: 0 };
  /** The error codes received. */
  readonly codes = new Set<string>();
  /** Violations found. */
  readonly problems: string[] = [];
  readonly #table: Table;
  readonly #seat: SeatName;
  readonly #known = new Map<Placeholder, string>();
  #socket: WebSocket | null = null;
  #token = '';
  #over = false;
  /** Requests sent, by id. */
  #pending = new Map<number, string>();
  #unaddressed = 0;
  #nextId = 1;
  #wake: () => void = () => {};

  constructor(table: Table, seat: SeatName) {
    this.#table = table;
    this.#seat = seat;
  }

  /** Sends these at once and waits until each is answered or the socket is closed. */
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
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/realtime`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    this.#socket = socket;
    this.counts.sockets += 1;
    socket.on('message', (raw) => this.#receive(String(raw)));
    socket.once('close', (code) => this.#closed(code));
    const { token, hostKey } = await this.#table.room;
    const holder = this.#seat === 'host' ? hostKey : this.#table.guestKey;
    this.#known.set('$ticket', await ticket(token, this.#seat, holder));
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
      this.codes.add(envelope.error.code);
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
    const [producer] = seats[this.#seat === 'host' ? 'guest' : 'host']?.producers ?? [];
    if (producer) this.#known.set('$other', producer.id);
  }

  #closed(code: number): void {
    const expected: number[] = Object.values(CLOSE_CODES);
    if (!expected.includes(code)) this.problems.push(`closed with ${code}`);
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

test(`${MESSAGES} random messages: each is answered, or its socket closed with a code`, async () => {
  const messages = fc.sample(randomMessage, { numRuns: MESSAGES, seed: SEED });
  const players = Array.from({ length: PLAYERS / 2 }, () => new Table()).flatMap((table) => [
    new Player(table, 'host'),
    new Player(table, 'guest'),
  ]);
  const pids = server.workerPids();
  await Promise.all(
    players.map(async (player, index) => {
      while (messages.length > 0) await player.play(messages.splice(0, 1 + (index % 3) * 3));
    }),
  );
  for (const player of players) player.close();

  const total = (name: keyof Player['counts']) => players.reduce((sum, { counts }) => sum + counts[name], 0);
  expect(players.flatMap(({ problems }) => problems)).toEqual([]);
  expect(total('sent')).toBe(MESSAGES);
  // Many requests succeeded, and every kind of refusal occurred.
  expect(total('ok')).toBeGreaterThan(MESSAGES / 4);
  const codes = new Set(players.flatMap(({ codes }) => [...codes]));
  for (const code of ['BAD_MESSAGE', 'TOO_LARGE', 'UNKNOWN_MESSAGE', 'INVALID_DATA', 'NOT_LOGGED_IN']) {
    expect(codes).toContain(code);
  }
  for (const code of ['WRONG_STATE', 'FORBIDDEN', 'NOT_FOUND', 'ALREADY_LOGGED_IN', 'CHANNEL_ENDED']) {
    expect(codes).toContain(code);
  }
  expect(codes).not.toContain('SERVER_ERROR');

  // No worker has died, and a call still works.
  expect(server.workerPids()).toEqual(pids);
  const health = await fetch(`http://127.0.0.1:${server.healthPort}/healthcheck`);
  expect(health.status).toBe(200);
  const { host } = await started(world, server);
  await host.client.request('createTransport', { direction: 'send' });
}, 60_000);
