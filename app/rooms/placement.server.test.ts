import { randomUUID } from 'node:crypto';
import { count, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import {
  callRequest,
  channel,
  MEDIA_NODE_DRAINING,
  MEDIA_NODE_STALE_MS,
  mediaNode,
  stream,
  user,
} from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import type { RoomOwner } from './room-owner.server.ts';

let db: Database;
/** Connections of another web server. */
let others: Database;
let rooms: typeof import('./rooms.server.ts');
let owners: typeof import('./room-owner.server.ts');
let nodes: typeof import('./media-nodes.server.ts');
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  const url = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  db = openDatabase(url);
  others = openDatabase(url);
  rooms = await import('./rooms.server.ts');
  nodes = await import('./media-nodes.server.ts');
  owners = await import('./room-owner.server.ts');
  const service = await import('#app/platform/database.server.ts');
  closeDatabase = () => service.db.$client.end();
});

afterAll(async () => {
  await closeDatabase();
  await Promise.all([db, others].map((pool) => pool.$client.end()));
});

beforeEach(async () => {
  await db.delete(channel);
  await db.delete(mediaNode);
});

type Node = typeof mediaNode.$inferInsert;

const up = (...ids: Node[]) => db.insert(mediaNode).values(ids);
const old = () => new Date(Date.now() - 4 * MEDIA_NODE_STALE_MS);

const soon = () => new Date(Date.now() + 60_000);
const anywhere = { region: null, isPaid: false };
const of = (token: string) => eq(channel.token, token);

const asHost = { seat: 'host', holder: 'anna', user: null, rejoin: false } as const;

/** Creates a room. @param columns that are not those of a free room without an owner */
async function waiting(columns: Partial<typeof channel.$inferInsert> = {}): Promise<string> {
  const token = rooms.newRoomCode();
  await db.insert(channel).values({ token, hostKey: 'anna', expiresAt: soon(), ...columns });
  return token;
}

/** Creates a room as the site does, and takes its host's seat. @returns its code */
async function room(region?: string): Promise<string> {
  const { token } = await rooms.createRoom('anna', null, null, region);
  await rooms.ticketForSeat(token, asHost);
  return token;
}

/** Creates a room and takes its place, as another web server does. */
async function roomElsewhere(): Promise<void> {
  const place = { nodeId: nodes.placeRoom(anywhere), expiresAt: soon(), placedUntil: soon() };
  const room = { token: rooms.newRoomCode(), hostKey: 'bert', ...place };
  await nodes.placing(others.insert(channel).values(room));
}

/** @returns the id of its stream */
async function paidCall(): Promise<string> {
  const person = (username: string) => ({ username, urlname: username, email: `${username}@example.org` });
  const people = await db
    .insert(user)
    .values([person('berta'), person('carl')])
    .returning({ id: user.id });
  const [producerId, consumerId] = people.map(({ id }) => id);
  const asked = {
    producerId,
    consumerId,
    budgetMinutes: 60,
    priceMinor: 100,
    amount: 6_000,
    currency: 'EUR',
  };
  const [request] = await db
    .insert(callRequest)
    .values({ ...asked, status: 'RINGING', clientKey: randomUUID(), ringUntil: soon() })
    .returning({ requestId: callRequest.id });
  const { priceMinor, currency } = asked;
  const [made] = await db
    .insert(stream)
    .values({ ...request, priceMinor, currency, budgetMs: 3_600_000 })
    .returning({ id: stream.id });
  return made?.id ?? '';
}

/** Number of rooms on each media server that have a place there. */
async function spread(): Promise<Record<string, number>> {
  const rows = await db
    .select({ id: channel.nodeId, rooms: count() })
    .from(channel)
    .where(isNotNull(channel.placedUntil))
    .groupBy(channel.nodeId)
    .orderBy(channel.nodeId);
  return Object.fromEntries(rows.map(({ id, rooms }) => [id, rooms]));
}

const FULL = { code: 'FULL' };
const UNAVAILABLE = { code: 'UNAVAILABLE' };

it('spreads 200 concurrent rooms of two web servers evenly, to within one room', async () => {
  await up({ id: 'a' }, { id: 'b' }, { id: 'c' });
  await Promise.all(Array.from({ length: 100 }, () => [room(), roomElsewhere()]).flat());
  const placed = Object.values(await spread());
  expect(placed.toSorted((a, b) => a - b)).toEqual([66, 67, 67]);
});

it('places rooms one after the other, counting uncommitted ones', async () => {
  await up({ id: 'a' }, { id: 'b' });
  const here = sql`database = (select oid from pg_database where datname = current_database())`;
  const locked = () => db.$count(sql`pg_locks`, sql`locktype = 'advisory' and not granted and ${here}`);
  const [first, token] = [await waiting(), await waiting()];
  let second: Promise<unknown> = Promise.resolve();
  await others.transaction(async (tx) => {
    await tx
      .update(channel)
      .set({ nodeId: nodes.placeRoom(anywhere), placedUntil: soon() })
      .where(of(first));
    second = rooms.ticketForSeat(token, asHost);
    await Promise.race([second, expect.poll(locked).toBe(1)]);
  });
  await second;
  expect(await spread()).toEqual({ a: 1, b: 1 });
});

it('spreads rooms by capacity, and refuses those that fit nowhere', async () => {
  await up({ id: 'large', maxRooms: 30 }, { id: 'small', maxRooms: 10 });
  const asked = await Promise.allSettled(Array.from({ length: 24 }, () => [room(), roomElsewhere()]).flat());
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(16);
  expect(refused).toEqual(
    refused.map(() => expect.objectContaining({ reason: expect.objectContaining(FULL) })),
  );
  // A fifth is kept for paid calls.
  expect(await spread()).toEqual({ large: 24, small: 8 });
});

it('keeps the proportion before the media servers are full', async () => {
  await up({ id: 'large', maxRooms: 300 }, { id: 'small', maxRooms: 100 });
  await Promise.all(Array.from({ length: 40 }, () => room()));
  expect(await spread()).toEqual({ large: 30, small: 10 });
});

it('counts the bandwidth that calls take', async () => {
  await up({ id: 'thin', maxMbps: 75 });
  await room();
  await room();
  await expect(room()).rejects.toMatchObject(FULL);
  // One has been opened and takes less than its reservation.
  await db.update(channel).set({ reservedMbps: 4 });
  await room();
  await expect(room()).rejects.toMatchObject(FULL);
});

it('reuses the place of a room that has ended or was not entered in time', async () => {
  await up({ id: 'one', maxRooms: 2 });
  const first = await room();
  const second = await room();
  await expect(room()).rejects.toMatchObject(FULL);
  const over = { status: 'FINISHED', endedAt: sql`now()`, placedUntil: null };
  await db.update(channel).set(over).where(of(first));
  await room();
  await expect(room()).rejects.toMatchObject(FULL);
  await db.update(channel).set({ expiresAt: old() }).where(of(second));
  await room();
});

it('takes no capacity for rooms that nobody enters', async () => {
  await up({ id: 'one', maxRooms: 2 });
  for (let n = 0; n < 20; n++) await waiting();
  const [first, second, third] = [await waiting(), await waiting(), await waiting()];
  for (const token of [first, second]) await rooms.ticketForSeat(token, asHost);
  await expect(rooms.ticketForSeat(third, asHost)).rejects.toMatchObject(FULL);
  // The host comes again; the other one has not come, and their ticket is out of date.
  await rooms.ticketForSeat(first, asHost);
  await db.update(channel).set({ placedUntil: new Date() }).where(of(second));
  await rooms.ticketForSeat(third, asHost);
  await expect(rooms.ticketForSeat(second, asHost)).rejects.toMatchObject(FULL);
});

describe('The shares of the capacity', () => {
  const REACHED = { code: 'TOO_MANY_ROOMS', fields: [{ path: 'open' }] };
  const reached = expect.objectContaining({ code: 'TOO_MANY_ROOMS' });
  /** Asks for tickets for rooms of an owner at once. @returns how many were given, and how many refused */
  async function enterAtOnce(owner: string, times: number) {
    const tokens = await Promise.all(Array.from({ length: times }, () => waiting({ owner })));
    const asked = await Promise.allSettled(tokens.map((token) => rooms.ticketForSeat(token, asHost)));
    const refused = asked.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual(refused.map(() => expect.objectContaining({ reason: reached })));
    return { entered: times - refused.length, refused: refused.length };
  }

  it('let one owner take a quarter, on all media servers together', async () => {
    await up({ id: 'a', maxRooms: 12 }, { id: 'b', maxRooms: 8 });
    expect(await enterAtOnce('eve', 20)).toEqual({ entered: 5, refused: 15 });
    expect(await spread()).toEqual({ a: 3, b: 2 });
    expect(await enterAtOnce('anna', 5)).toEqual({ entered: 5, refused: 0 });
    const [entered] = await db.select().from(channel).where(isNotNull(channel.placedUntil));
    // A room that has its place is not counted twice.
    await rooms.ticketForSeat(entered?.token ?? '', asHost);
    await expect(rooms.createRoom('eve', null, { kind: 'account', key: 'eve' })).rejects.toMatchObject(
      REACHED,
    );
  });

  it('count an owner’s bandwidth, but never refuse a first room', async () => {
    await up({ id: 'thin', maxMbps: 220 });
    expect(await enterAtOnce('eve', 3)).toEqual({ entered: 2, refused: 1 });
    await db.delete(channel);
    await db.update(mediaNode).set({ maxMbps: 81, maxRooms: 3 });
    expect(await enterAtOnce('anna', 2)).toEqual({ entered: 1, refused: 1 });
  });

  it('keep a fifth of each media server for paid calls', async () => {
    await up({ id: 'one', maxRooms: 10 });
    const streamId = await paidCall();
    for (let n = 0; n < 8; n++) await room();
    await expect(room()).rejects.toMatchObject(FULL);
    const paid = () =>
      db.insert(channel).values({
        ...{ token: rooms.newRoomCode(), hostKey: 'anna', expiresAt: soon(), endsAt: soon() },
        ...{ streamId, placedUntil: soon(), nodeId: nodes.placeRoom({ region: null, isPaid: true }) },
      });
    for (let n = 0; n < 2; n++) await nodes.placing(paid());
    await expect(nodes.placing(paid())).rejects.toMatchObject(FULL);
  });

  it('hold for calls that are continued, where they were', async () => {
    await up({ id: 'a', maxRooms: 5 });
    const left = { status: 'FINISHED', endReason: 'left', endedAt: new Date(), guestKey: 'bert' };
    const [first, second] = [
      await waiting({ nodeId: 'a', ...left }),
      await waiting({ nodeId: 'a', ...left }),
    ];
    for (let n = 0; n < 3; n++) await room();
    await up({ id: 'b' });
    const back = { ...asHost, rejoin: true };
    await rooms.ticketForSeat(first, back);
    await rooms.ticketForSeat(first, back);
    await expect(rooms.ticketForSeat(second, back)).rejects.toMatchObject(FULL);
    const [row] = await db.select().from(channel).where(of(first));
    expect(row).toMatchObject({ nodeId: 'a', epoch: 0, status: 'FINISHED' });
  });
});

describe('Waiting rooms', () => {
  const REACHED = { code: 'TOO_MANY_ROOMS', fields: [{ path: 'waiting' }] };
  const owned = (owner: RoomOwner) => rooms.createRoom('anna', null, owner);

  it.each([
    ['account', 200],
    ['network', 10],
  ] as const)('of one %s are at most %i, also if asked for at once', async (kind, most) => {
    await up({ id: 'one' });
    const owner = { kind, key: 'eve' };
    const asked = await Promise.allSettled(Array.from({ length: most + 10 }, () => owned(owner)));
    const refused = asked.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ reason: REACHED });
    await owned({ kind, key: 'anna' });
    const [one] = await db.select().from(channel).where(eq(channel.owner, 'eve')).limit(1);
    await db
      .update(channel)
      .set({ expiresAt: old() })
      .where(of(one?.token ?? ''));
    await owned(owner);
    await expect(owned(owner)).rejects.toMatchObject(REACHED);
  });

  it('count by account, or by network without one, of which the row says nothing', () => {
    const { accountOwner, networkOwner } = owners;
    expect(accountOwner('a')).toEqual({ kind: 'account', key: expect.stringMatching(/^[\w-]{43}$/) });
    const network = networkOwner('2001:db8::1');
    expect(network).toEqual({ kind: 'network', key: expect.stringMatching(/^[\w-]{43}$/) });
    expect(networkOwner('2001:db8::ffff:2')).toEqual(network);
    expect(networkOwner('2001:db8:0:1::1')).not.toEqual(network);
    expect(networkOwner('192.0.2.1')).not.toEqual(networkOwner('192.0.2.2'));
  });
});

it('skips media servers that are down or about to stop', async () => {
  await up({ id: 'down', heartbeatAt: old() }, { id: 'draining', load: MEDIA_NODE_DRAINING });
  await expect(room()).rejects.toMatchObject(UNAVAILABLE);
  await up({ id: 'up', maxRooms: 1 });
  await room();
  await expect(room()).rejects.toMatchObject(FULL);
  expect(await spread()).toEqual({ up: 1 });
});

it('moves each room of a dead media server to one place, also for concurrent requests', async () => {
  await up({ id: 'a' });
  const token = await room();
  await db.update(mediaNode).set({ heartbeatAt: old() });
  await up({ id: 'b', url: 'wss://b.example' }, { id: 'c', url: 'wss://c.example' });
  const tickets = await Promise.all(Array.from({ length: 4 }, () => rooms.ticketForSeat(token, asHost)));
  expect(new Set(tickets.map(({ url }) => url)).size).toBe(1);
  const [row] = await db.select().from(channel);
  expect(row).toMatchObject({ nodeId: 'b', epoch: 2 });
});

describe('Regions', () => {
  beforeEach(() =>
    up(
      { id: 'a', region: 'eu', url: 'wss://a.example', maxRooms: 2 },
      { id: 'b', region: 'us', url: 'wss://b.example' },
      { id: 'c', region: 'us', url: 'wss://c.example', load: 1 },
    ),
  );

  it('are offered with one media server each, if there are several', async () => {
    expect(await nodes.regionsToChoose()).toEqual([
      { region: 'eu', url: 'wss://a.example' },
      { region: 'us', url: 'wss://b.example' },
    ]);
    await db.update(mediaNode).set({ heartbeatAt: old() }).where(eq(mediaNode.id, 'a'));
    expect(await nodes.regionsToChoose()).toEqual([]);
  });

  it('get the rooms of nearby hosts while they have capacity', async () => {
    await room('eu');
    await room('eu');
    expect(await spread()).toEqual({ a: 2 });
    await room('eu');
    await room('us');
    expect(await spread()).toEqual({ a: 2, b: 1, c: 1 });
  });

  it('are remembered for the rooms of paid calls', async () => {
    const name = { username: 'anna', urlname: 'anna', email: 'anna@example.org' };
    const [anna] = await db.insert(user).values(name).returning({ id: user.id });
    const id = anna?.id ?? '';
    expect(await nodes.lastRegionOf(id, db)).toBeNull();
    for (const region of ['eu', 'us']) await rooms.createRoom('anna', id, null, region);
    await rooms.createRoom('anna', id, null);
    expect(await nodes.lastRegionOf(id, db)).toBe('us');
  });

  it('are ignored if unknown', async () => {
    await room('mars');
    const [row] = await db.select().from(channel);
    expect(row).toMatchObject({ region: null, nodeId: 'b' });
  });
});

it('refuses to move a room if no other has capacity, as if none ran', async () => {
  await up({ id: 'a' });
  const token = await room();
  await db.update(mediaNode).set({ heartbeatAt: old() });
  await up({ id: 'full', maxRooms: 1 });
  await room();
  await expect(rooms.ticketForSeat(token, asHost)).rejects.toMatchObject(UNAVAILABLE);
});
