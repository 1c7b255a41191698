import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { channel, MEDIA_NODE_DRAINING, MEDIA_NODE_STALE_MS, mediaNode, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';

let db: Database;
/** Connections of another web server. */
let others: Database;
let rooms: typeof import('./rooms.server.ts');
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

/** Creates a room as another web server does. */
async function roomElsewhere(): Promise<void> {
  const expiresAt = new Date(Date.now() + 60_000);
  const room = { token: rooms.newRoomCode(), hostKey: 'bert', expiresAt, nodeId: nodes.placeRoom(null) };
  await nodes.placing(others.insert(channel).values(room));
}

const room = () => rooms.createRoom('anna', null);

/** Number of rooms on each media server. */
async function spread(): Promise<Record<string, number>> {
  const rows = await db
    .select({ id: channel.nodeId, rooms: count() })
    .from(channel)
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
  const waiting = () => db.$count(sql`pg_locks`, sql`locktype = 'advisory' and not granted and ${here}`);
  let second: Promise<unknown> = Promise.resolve();
  await others.transaction(async (tx) => {
    const expiresAt = new Date(Date.now() + 60_000);
    const first = { token: rooms.newRoomCode(), hostKey: 'bert', expiresAt, nodeId: nodes.placeRoom(null) };
    await tx.insert(channel).values(first);
    second = room();
    await Promise.race([second, expect.poll(waiting).toBe(1)]);
  });
  await second;
  expect(await spread()).toEqual({ a: 1, b: 1 });
});

it('spreads rooms by capacity, and refuses those that fit nowhere', async () => {
  await up({ id: 'large', maxRooms: 30 }, { id: 'small', maxRooms: 10 });
  const asked = await Promise.allSettled(Array.from({ length: 24 }, () => [room(), roomElsewhere()]).flat());
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused).toEqual(
    refused.map(() => expect.objectContaining({ reason: expect.objectContaining(FULL) })),
  );
  expect(await spread()).toEqual({ large: 30, small: 10 });
});

it('keeps the proportion before the media servers are full', async () => {
  await up({ id: 'large', maxRooms: 300 }, { id: 'small', maxRooms: 100 });
  await Promise.all(Array.from({ length: 40 }, room));
  expect(await spread()).toEqual({ large: 30, small: 10 });
});

it('counts the bandwidth that calls take', async () => {
  await up({ id: 'thin', maxMbps: 60 });
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
  const of = ({ token }: { token: string }) => eq(channel.token, token);
  await db.update(channel).set({ status: 'FINISHED', endedAt: sql`now()` }).where(of(first));
  await room();
  await expect(room()).rejects.toMatchObject(FULL);
  await db.update(channel).set({ expiresAt: old() }).where(of(second));
  await room();
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
  const { token } = await room();
  await db.update(mediaNode).set({ heartbeatAt: old() });
  await up({ id: 'b', url: 'wss://b.example' }, { id: 'c', url: 'wss://c.example' });
  const asker = { seat: 'host', holder: 'anna', user: null, rejoin: false } as const;
  const tickets = await Promise.all(Array.from({ length: 4 }, () => rooms.ticketForSeat(token, asker)));
  expect(new Set(tickets.map(({ url }) => url)).size).toBe(1);
  const [row] = await db.select().from(channel);
  expect(row).toMatchObject({ nodeId: 'b', epoch: 1 });
});

describe('Regions', () => {
  beforeEach(() =>
    up(
      { id: 'a', region: 'eu', url: 'wss://a.example', maxRooms: 2 },
      { id: 'b', region: 'us', url: 'wss://b.example' },
      { id: 'c', region: 'us', url: 'wss://c.example', load: 1 },
    ),
  );
  const from = (region: string) => rooms.createRoom('anna', null, region);

  it('are offered with one media server each, if there are several', async () => {
    expect(await nodes.regionsToChoose()).toEqual([
      { region: 'eu', url: 'wss://a.example' },
      { region: 'us', url: 'wss://b.example' },
    ]);
    await db.update(mediaNode).set({ heartbeatAt: old() }).where(eq(mediaNode.id, 'a'));
    expect(await nodes.regionsToChoose()).toEqual([]);
  });

  it('get the rooms of nearby hosts while they have capacity', async () => {
    await from('eu');
    await from('eu');
    expect(await spread()).toEqual({ a: 2 });
    await from('eu');
    await from('us');
    expect(await spread()).toEqual({ a: 2, b: 1, c: 1 });
  });

  it('are remembered for the rooms of paid calls', async () => {
    const name = { username: 'anna', urlname: 'anna', email: 'anna@example.org' };
    const [anna] = await db.insert(user).values(name).returning({ id: user.id });
    const id = anna?.id ?? '';
    expect(await nodes.lastRegionOf(id, db)).toBeNull();
    for (const region of ['eu', 'us']) await rooms.createRoom('anna', id, region);
    await rooms.createRoom('anna', id);
    expect(await nodes.lastRegionOf(id, db)).toBe('us');
  });

  it('are ignored if unknown', async () => {
    await from('mars');
    const [row] = await db.select().from(channel);
    expect(row).toMatchObject({ region: null, nodeId: 'b' });
  });
});

it('refuses to move a room if no other has capacity, as if none ran', async () => {
  await up({ id: 'a' });
  const { token } = await room();
  await db.update(mediaNode).set({ heartbeatAt: old() });
  await up({ id: 'full', maxRooms: 1 });
  await room();
  const asker = { seat: 'host', holder: 'anna', user: null, rejoin: false } as const;
  await expect(rooms.ticketForSeat(token, asker)).rejects.toMatchObject(UNAVAILABLE);
});
