import { randomBytes, randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { expect, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { channel } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import type { SeatName } from '#protocol/channel.ts';
import type { SeatLogin } from '#protocol/messages.ts';
import { ROOM_CODE_ALPHABET, ROOM_CODE_LENGTH } from '#protocol/room-code.ts';
import {
  TICKET_ALGORITHM,
  TICKET_AUDIENCE,
  type TicketClaims,
  USER_TICKET_AUDIENCE,
} from '#protocol/ticket.ts';
import { type Environment, parseEnvironment } from '../../env.ts';
import { defaultLimits, type Limits } from '../../limit-settings.ts';
import { createLog } from '../../log.ts';
import { type MediaServer, startMediaServer } from '../../server.ts';
import { camera, TestClient } from './client.ts';

export const TICKET_SECRET = 'a secret of at least thirty-two characters';
export const NODE = 'node-a';

type Setting = { env?: Record<string, string>; limits?: Partial<Limits> };
type SeatedClient = { client: TestClient; login: SeatLogin; holder: string };
/** A media server in this process or another. */
type Reachable = Pick<MediaServer, 'port'>;
type RoomOptions = Partial<typeof channel.$inferInsert>;

/** A database with the servers and rooms of one test file. */
export class World {
  readonly url: string;
  readonly db: Database;
  readonly #servers: MediaServer[] = [];

  private constructor(url: string) {
    this.url = url;
    this.db = openDatabase(url);
  }

  static async create(): Promise<World> {
    return new World(await createTestDatabase());
  }

  environment(env: Record<string, string> = {}): Environment {
    return parseEnvironment({
      DATABASE_URL: this.url,
      TICKET_SECRET,
      MEDIA_NODE_ID: NODE,
      MEDIA_URL: `wss://${env.MEDIA_NODE_ID ?? NODE}.example`,
      MEDIA_PORT: '0',
      MEDIA_HEALTH_PORT: '0',
      RTC_PORT: '0',
      MEDIA_WORKERS: '1',
      LOG_LEVEL: 'silent',
      ...env,
    });
  }

  async start({ env, limits }: Setting = {}): Promise<MediaServer> {
    const environment = this.environment(env);
    const log = createLog(environment.LOG_LEVEL, environment.MEDIA_NODE_ID);
    const server = await startMediaServer(environment, log, { ...defaultLimits, ...limits });
    this.#servers.push(server);
    return server;
  }

  async stopServers(): Promise<void> {
    for (const server of this.#servers.splice(0)) await server.close();
  }

  async close(): Promise<void> {
    await this.stopServers();
    await this.db.$client.end();
  }

  /** Creates a room as the web server does. */
  async room(options: RoomOptions = {}): Promise<{ token: string; hostKey: string }> {
    const pick = () => ROOM_CODE_ALPHABET[randomInt(ROOM_CODE_ALPHABET.length)];
    const token = Array.from({ length: ROOM_CODE_LENGTH }, pick).join('');
    const hostKey = newKey();
    const expiresAt = new Date(Date.now() + 300_000);
    await this.db.insert(channel).values({ token, hostKey, expiresAt, nodeId: NODE, ...options });
    return { token, hostKey: options.hostKey ?? hostKey };
  }

  /** Waits until the row matches; during a call it is written asynchronously. */
  async written(token: string, expected: Partial<typeof channel.$inferSelect>): Promise<void> {
    await expect.poll(() => this.row(token), { timeout: 10_000 }).toMatchObject(expected);
  }

  async row(token: string): Promise<typeof channel.$inferSelect> {
    const [row] = await this.db.select().from(channel).where(eq(channel.token, token));
    if (!row) throw new Error('no such channel');
    return row;
  }
}

export function newKey(): string {
  return randomBytes(12).toString('hex');
}

/** A ticket as the web server signs it. */
export function ticket(
  room: string,
  seat: SeatName,
  holder: string,
  {
    secret = TICKET_SECRET,
    audience = TICKET_AUDIENCE,
    expiresAt = Date.now() + 60_000,
    user = null,
    rejoin = false,
  }: { secret?: string; audience?: string; expiresAt?: number; user?: string | null; rejoin?: boolean } = {},
): Promise<string> {
  const claims: TicketClaims = { room, seat, holder, user, rejoin };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: TICKET_ALGORITHM })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(new Date(expiresAt))
    .sign(new TextEncoder().encode(secret));
}

/** The ticket of a person without a seat, as the web server signs it. */
export function userTicket(user: string, audience = USER_TICKET_AUDIENCE): Promise<string> {
  return new SignJWT({ user })
    .setProtectedHeader({ alg: TICKET_ALGORITHM })
    .setAudience(audience)
    .setExpirationTime('1m')
    .sign(new TextEncoder().encode(TICKET_SECRET));
}

/** A socket that is closed at the end of the test. */
export async function connect(server: Reachable): Promise<TestClient> {
  const client = await TestClient.connect(server.port);
  onTestFinished(() => client.socket.terminate());
  return client;
}

export async function enter(
  server: Reachable,
  token: string,
  seat: SeatName,
  holder: string,
): Promise<SeatedClient> {
  const client = await connect(server);
  const login = await client.login({ ticket: await ticket(token, seat, holder) });
  return { client, login, holder };
}

/** A host that has opened its room. */
export async function hosted(world: World, server: Reachable, options: RoomOptions = {}) {
  const { token, hostKey } = await world.room(options);
  const host = await enter(server, token, 'host', hostKey);
  await host.client.request('createChannel', { camera });
  return { token, host };
}

/** A room that a guest has entered. */
export async function requested(world: World, server: Reachable) {
  const { token, host } = await hosted(world, server);
  const guest = await enter(server, token, 'guest', newKey());
  await guest.client.request('requestChannel', { camera });
  await host.client.channel(({ status }) => status === 'REQUESTED');
  return { token, host, guest };
}

/** A room with a started call. */
export async function started(world: World, server: Reachable) {
  const room = await requested(world, server);
  await room.host.client.request('startChannel', {});
  await room.guest.client.request('startChannel', {});
  await room.host.client.channel(({ status }) => status === 'STARTED');
  return room;
}
