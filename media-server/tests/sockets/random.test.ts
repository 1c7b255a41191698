import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { SeatName } from '#protocol/channel.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import type { MediaServer } from '../../server.ts';
import { newKey, started, ticket, World } from '../support/harness.ts';
import { randomMessage } from '../support/random-messages.ts';
import { Player, type Table } from '../support/random-player.ts';

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

/** A room of the test's own database. */
class TestTable implements Table {
  #room = world.room();
  readonly #guestKey = newKey();

  async ticket(seat: SeatName) {
    const { token, hostKey } = await this.#room;
    return { token, ticket: await ticket(token, seat, seat === 'host' ? hostKey : this.#guestKey) };
  }

  async renew(over: string): Promise<void> {
    if ((await this.#room).token === over) this.#room = world.room();
  }
}

test(`${MESSAGES} random messages: each is answered, or its socket closed with a code`, async () => {
  const messages = fc.sample(randomMessage, { numRuns: MESSAGES, seed: SEED });
  const connect = () => new WebSocket(`ws://127.0.0.1:${server.port}/realtime`);
  const players = Array.from({ length: PLAYERS / 2 }, () => new TestTable()).flatMap((table) => [
    new Player(table, 'host', connect),
    new Player(table, 'guest', connect),
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
  const expected: number[] = Object.values(CLOSE_CODES);
  const closes = players.flatMap(({ closes }) => [...closes.keys()]);
  expect(closes.filter((code) => !expected.includes(code))).toEqual([]);
  expect(total('sent')).toBe(MESSAGES);
  // Many requests succeeded, and every kind of refusal occurred.
  expect(total('ok')).toBeGreaterThan(MESSAGES / 4);
  const codes = new Set(players.flatMap(({ codes }) => [...codes.keys()]));
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
