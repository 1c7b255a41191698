import { createServer } from 'node:http';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { makeKeyPair } from '#app/call/encryption/agreement.ts';
import { Comparison } from '#app/call/encryption/comparison.ts';
import {
  type SeatEncryption,
  type SeatName,
  seatEncryptionSchema,
  seatNameSchema,
} from '#protocol/channel.ts';

/** What a dishonest media server does: nothing, say that no browser encrypts, or put its own keys between the pages. */
export type Attack = 'none' | 'strip' | 'swap';

const seatSchema = z.looseObject({ encryption: seatEncryptionSchema.nullable() });
const channelSchema = z.looseObject({
  seats: z.object({ host: seatSchema.nullable(), guest: seatSchema.nullable() }),
});
type Room = z.infer<typeof channelSchema>;
const loginSchema = z.looseObject({ data: z.looseObject({ seat: seatNameSchema, channel: channelSchema }) });
const updateSchema = z.looseObject({ event: z.literal('channelUpdate'), data: channelSchema });

/** A seat as the server in the middle plays it towards the page of the other one. */
class Played {
  readonly #publicKey: string;
  readonly #comparison: Comparison;

  private constructor(publicKey: string, comparison: Comparison) {
    this.#publicKey = publicKey;
    this.#comparison = comparison;
  }

  static async as(seat: SeatName): Promise<Played> {
    const { publicKey } = await makeKeyPair();
    return new Played(publicKey, await Comparison.begin(seat, publicKey));
  }

  /** @param other what the page has sent of its own */
  async offerTo(other: SeatEncryption | null | undefined): Promise<SeatEncryption> {
    if (other) await this.#comparison.follow(other);
    return { publicKey: this.#publicKey, proof: null, comparison: this.#comparison.own };
  }
}

/** Stands between the web server and an honest media server, and changes what pages are told of each other's keys. */
export class Middle {
  readonly port: number;
  readonly close: () => void;
  attack: Attack = 'none';
  /** All messages of both pages, as they were sent. */
  readonly read: string[] = [];
  readonly #played: Record<SeatName, Played>;

  private constructor(port: number, close: () => void, played: Record<SeatName, Played>) {
    this.port = port;
    this.close = close;
    this.#played = played;
  }

  /** @param mediaPort of the honest media server */
  static async start(mediaPort: number): Promise<Middle> {
    const http = createServer();
    const sockets = new WebSocketServer({ server: http });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const address = http.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const played = { host: await Played.as('host'), guest: await Played.as('guest') };
    const middle = new Middle(port, () => http.close(), played);
    sockets.on('connection', (page, { url, headers }) => {
      const forwarded = { 'x-forwarded-for': String(headers['x-forwarded-for']) };
      const server = new WebSocket(`ws://127.0.0.1:${mediaPort}${url}`, { headers: forwarded });
      middle.#join(page, server);
    });
    return middle;
  }

  #join(page: WebSocket, server: WebSocket): void {
    const opened = new Promise<void>((resolve) => server.once('open', () => resolve()));
    let seat: SeatName | null = null;
    let changed: Promise<void> = Promise.resolve();
    page.on('message', async (data: RawData) => {
      this.read.push(data.toString());
      await opened;
      server.send(data.toString());
    });
    server.on('message', (data: RawData) => {
      changed = changed.then(async () => {
        const message: unknown = JSON.parse(data.toString());
        const [login, update] = [loginSchema.safeParse(message).data, updateSchema.safeParse(message).data];
        seat = login?.data.seat ?? seat;
        if (login) login.data.channel = await this.#altered(login.data.channel, login.data.seat);
        if (update && seat) update.data = await this.#altered(update.data, seat);
        page.send(JSON.stringify(login ?? update ?? message));
      });
    });
    for (const [one, other] of [
      [page, server],
      [server, page],
    ] as const) {
      one.on('close', (code: number) => other.close(code < 3000 ? 1000 : code));
      one.on('error', () => other.terminate());
    }
  }

  /** @param seat whose page is told */
  async #altered(room: Room, seat: SeatName): Promise<Room> {
    const other = seat === 'host' ? 'guest' : 'host';
    const [own, shown] = [room.seats[seat], room.seats[other]];
    if (this.attack === 'none' || !shown?.encryption) return room;
    const encryption = this.attack === 'strip' ? null : await this.#played[other].offerTo(own?.encryption);
    return { ...room, seats: { ...room.seats, [other]: { ...shown, encryption } } };
  }
}
