import fc from 'fast-check';
import { WebSocket } from 'ws';
import { type RandomMessage, randomMessage } from '#media-server/tests/support/random-messages.ts';
import { Player, type Table } from '#media-server/tests/support/random-player.ts';
import type { SeatName } from '#protocol/channel.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { seatTicketSchema } from '#protocol/ticket.ts';
import { Client, newAddress } from '#tests/support/servers/client.ts';
import { Tally } from './tally.ts';

const TABLES = 16;
/** Messages a socket sends before waiting for the answers. */
const BATCH = 10;
/** One batch in this many is a flood of valid messages, above the media server's limit. */
const FLOOD_EVERY = 40;
const FLOOD: readonly RandomMessage[] = Array.from({ length: 150 }, () => ({
  name: 'keepAliveSocket',
  data: {},
}));
/** Messages generated at once. */
const POOL = 10_000;

/** The random messages of the media server's tests, plus some that are longer than the limit or unusually deep. */
const message: fc.Arbitrary<RandomMessage> = fc.oneof(
  { weight: 1_000, arbitrary: randomMessage },
  { weight: 1, arbitrary: fc.constant({ raw: 'x'.repeat(2 ** 20 + 1) }) },
  { weight: 1, arbitrary: fc.constant({ raw: '['.repeat(60_000) }) },
  { weight: 1, arbitrary: fc.constant({ raw: Buffer.alloc(70_000) }) },
);

/** A room created by the site for two browsers. */
class SiteTable implements Table {
  readonly #browsers: Record<SeatName, Client>;
  #room: Promise<string>;

  constructor(origin: string) {
    this.#browsers = { host: new Client(origin), guest: new Client(origin) };
    this.#room = this.#newRoom();
  }

  async ticket(seat: SeatName): Promise<{ token: string; ticket: string }> {
    for (;;) {
      const token = await this.#room;
      const path = `/api/channel/seat/${token}`;
      const { status, body } = await this.#browsers[seat].call(path, { body: { seat } });
      if (status === 200) return { token, ticket: seatTicketSchema.parse(body).ticket };
      if (status >= 500) throw new Error(`${path}: ${status}`);
      await this.renew(token);
    }
  }

  async renew(over: string): Promise<void> {
    if ((await this.#room) === over) this.#room = this.#newRoom();
    await this.#room;
  }

  async #newRoom(): Promise<string> {
    const { body } = await this.#browsers.host.call('/api/channel/ticket');
    return newRoomSchema.parse(body).token;
  }
}

/**
 * Sends random messages over the site's WebSocket, from hosts and guests of rooms; one socket in eight does not log in.
 * Disconnected sockets reconnect. Fails if a message is answered with SERVER_ERROR or twice, or if a socket cannot be
 * opened.
 */
export function messageSender(origin: string) {
  const tally = new Tally();
  const sockets = new Tally();
  const url = `${origin.replace(/^http/, 'ws')}/realtime`;
  const connect = () => new WebSocket(url, { headers: { 'X-Forwarded-For': newAddress() } });
  const players = Array.from({ length: TABLES }, () => new SiteTable(origin)).flatMap((table) => [
    new Player(table, 'host', connect),
    new Player(table, 'guest', connect),
  ]);
  let pool: RandomMessage[] = [];
  let seed = 0;
  let batches = 0;

  /** @param most size limit of the batch */
  function nextBatch(most: number): RandomMessage[] {
    if (batches++ % FLOOD_EVERY === 0) return FLOOD.slice(0, most);
    if (pool.length < BATCH) pool = fc.sample(message, { numRuns: POOL, seed: seed++ });
    return pool.splice(0, Math.min(most, BATCH));
  }

  return {
    /** Results of messages. */
    messages: tally,
    /** How sockets were closed. */
    sockets,
    async send(count: number): Promise<void> {
      let left = count;
      const play = async (player: Player) => {
        while (left > 0) {
          const batch = nextBatch(left);
          left -= batch.length;
          await player.play(batch).catch((error: unknown) => tally.fail(`socket: ${error}`));
        }
      };
      await Promise.all(players.map(play));
    },
    /** Closes all sockets and counts the answers. */
    end(): void {
      for (const player of players) {
        player.close();
        const { counts, codes, closes, problems } = player;
        tally.count('answered', counts.ok);
        for (const [code, times] of codes) tally.count(code, times);
        tally.count('unanswered, as the socket was closed', counts.unanswered);
        sockets.count('opened', counts.sockets);
        for (const [code, times] of closes) sockets.count(code, times);
        if (codes.has('SERVER_ERROR')) tally.fail(`SERVER_ERROR × ${codes.get('SERVER_ERROR')}`);
        for (const problem of problems) tally.fail(problem);
      }
    },
  };
}
