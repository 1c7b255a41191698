import { eq } from 'drizzle-orm';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { channel, MEDIA_NODE_DRAINING, mediaNode } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import type { ChannelStatus, SeatName } from '#protocol/channel.ts';
import { REJOIN_MS } from '#protocol/limits.ts';
import { CODE_TTL_MS, roomCodeSchema } from '#protocol/room-code.ts';
import { TICKET_AUDIENCE, ticketClaimsSchema } from '#protocol/ticket.ts';

const SECRET = 't'.repeat(32);
const USER = '00000000-0000-4000-8000-000000000001';

let db: Database;
let channels: typeof import('./rooms.server.ts');
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  const url = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', SECRET);
  db = openDatabase(url);
  channels = await import('./rooms.server.ts');
  const service = await import('#app/platform/database.server.ts');
  closeDatabase = () => service.db.$client.end();
});

afterAll(async () => {
  await closeDatabase();
  await db.$client.end();
});

beforeEach(async () => {
  await db.delete(channel);
  await db.delete(mediaNode);
  await db.insert(mediaNode).values([
    { id: 'busy', url: null, maxRooms: 10 },
    { id: 'calm', url: 'wss://calm.example' },
  ]);
});

type Change = Partial<typeof channel.$inferInsert>;

/** Creates a room of the host `anna`, open for guests unless the change says otherwise. */
async function openRoom(change: Change = {}): Promise<string> {
  const { token } = await channels.createRoom('anna', null, null);
  await db
    .update(channel)
    .set({ cameraType: 'INTEGRATED_CAM', ...change })
    .where(eq(channel.token, token));
  return token;
}

const sitter = (seat: SeatName, holder: string, user: string | null = null, rejoin = false) => ({
  seat,
  holder,
  user,
  rejoin,
});
const past = () => new Date(Date.now() - 1000);
const inCall = (status: ChannelStatus): Change => ({ status, guestKey: 'bert' });
const over = (status: ChannelStatus, endReason = 'left'): Change => ({
  status,
  endReason,
  guestKey: 'bert',
  endedAt: new Date(),
});

const nobody = { ...over('FINISHED', 'expired'), guestKey: null };
const closed = { ...over('FINISHED', 'left'), guestKey: null };

describe('createRoom', () => {
  it('creates a room for five minutes on the emptiest media server', async () => {
    const before = Date.now();
    const { token, expiresAt } = await channels.createRoom('anna', null, null);
    expect(roomCodeSchema.parse(token)).toBe(token);
    expect(expiresAt - before).toBeGreaterThanOrEqual(CODE_TTL_MS);
    const [row] = await db.select().from(channel);
    expect(row).toMatchObject({ token, status: 'CREATED', hostKey: 'anna', guestKey: null, nodeId: 'calm' });
  });

  it('is refused while no media server is up', async () => {
    await db.update(mediaNode).set({ heartbeatAt: new Date(Date.now() - 60_000) });
    await expect(channels.createRoom('anna', null, null)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await db.select().from(channel)).toEqual([]);
  });
});

describe('isCodeOpen', () => {
  it.each([
    ['has opened', {}],
    ['has not opened yet', { cameraType: null }],
  ])('is true for a room that its host %s and nobody has entered', async (_, change) => {
    expect(await channels.isCodeOpen(await openRoom(change), null)).toBe(true);
  });

  it.each([
    ['expired', { expiresAt: past() }],
    ['entered', inCall('REQUESTED')],
    ['in a call', inCall('STARTED')],
    ['finished', over('FINISHED')],
    ['failed', over('FAILED')],
  ] satisfies [string, Change][])('is false for a room that is %s', async (_, change) => {
    expect(await channels.isCodeOpen(await openRoom(change), null)).toBe(false);
  });

  it('is false for an unknown code', async () => {
    expect(await channels.isCodeOpen('ACDEFGHJK', null)).toBe(false);
  });
});

describe('ticketForSeat', () => {
  it('signs room, seat and holder, and names the media server', async () => {
    const room = await openRoom();
    const { ticket, url } = await channels.ticketForSeat(room, sitter('guest', 'bert', USER));
    expect(url).toBe('wss://calm.example');
    const { payload } = await jwtVerify(ticket, new TextEncoder().encode(SECRET), {
      audience: TICKET_AUDIENCE,
    });
    expect(ticketClaimsSchema.parse(payload)).toEqual({ room, ...sitter('guest', 'bert', USER) });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
  });

  it('leads to another media server if the room’s own is down', async () => {
    const room = await openRoom({ nodeId: 'gone' });
    expect((await channels.ticketForSeat(room, sitter('host', 'anna'))).url).toBe('wss://calm.example');
    await db.delete(mediaNode).where(eq(mediaNode.id, 'calm'));
    expect((await channels.ticketForSeat(room, sitter('host', 'anna'))).url).toBeNull();
  });

  it.each([
    ['the host while the room waits', {}, 'host', 'anna', null],
    ['the host during the call', inCall('STARTED'), 'host', 'anna', null],
    ['the guest during the call', inCall('STARTED'), 'guest', 'bert', null],
    ['somebody else as host', {}, 'host', 'eve', 'SEAT_TAKEN'],
    ['the guest as host', inCall('STARTED'), 'host', 'bert', 'SEAT_TAKEN'],
    ['a third person while the guest comes in', inCall('REQUESTED'), 'guest', 'eve', 'SEAT_TAKEN'],
    ['a third person during the call', inCall('STARTED'), 'guest', 'eve', 'SEAT_TAKEN'],
    ['a guest after the code expired', { expiresAt: past() }, 'guest', 'bert', 'CODE_EXPIRED'],
    ['a guest of a room that nobody entered', nobody, 'guest', 'bert', 'CODE_EXPIRED'],
    ['a guest of a room that its host closed', closed, 'guest', 'bert', 'CODE_USED'],
    ['the host after the code expired', { expiresAt: past() }, 'host', 'anna', 'CHANNEL_ENDED'],
    ['the guest of a call that is over', over('FINISHED'), 'guest', 'bert', 'CHANNEL_ENDED'],
    ['a stranger to a call that is over', over('FINISHED'), 'guest', 'eve', 'CODE_USED'],
  ] as const)('%s', async (_, change, seat, holder, refusal) => {
    const ticket = channels.ticketForSeat(await openRoom(change), sitter(seat, holder));
    if (refusal) await expect(ticket).rejects.toMatchObject({ code: refusal });
    else await expect(ticket).resolves.toHaveProperty('ticket');
  });

  it.each([
    ['the guest who left', over('FINISHED', 'left'), 'guest', 'bert', null],
    ['the host after the connection failed', over('FAILED', 'media'), 'host', 'anna', null],
    ['the host while the guest is already back', inCall('REQUESTED'), 'host', 'anna', null],
    ['a stranger', over('FINISHED', 'left'), 'guest', 'eve', 'CODE_USED'],
    ['the guest as host', over('FINISHED', 'left'), 'host', 'bert', 'SEAT_TAKEN'],
    [
      'the guest whose call an administrator ended',
      over('FINISHED', 'admin'),
      'guest',
      'bert',
      'CHANNEL_ENDED',
    ],
    ['the guest whose call was too long', over('FINISHED', 'limit'), 'guest', 'bert', 'CHANNEL_ENDED'],
    [
      'the host whom nobody joined',
      { ...over('FINISHED', 'left'), guestKey: null },
      'host',
      'anna',
      'CHANNEL_ENDED',
    ],
    [
      'the guest who comes too late',
      { ...over('FINISHED', 'left'), endedAt: new Date(Date.now() - REJOIN_MS) },
      'guest',
      'bert',
      'CHANNEL_ENDED',
    ],
  ] as const)('to continue a call: %s', async (_, change, seat, holder, refusal) => {
    const room = await openRoom(change);
    const ticket = channels.ticketForSeat(room, sitter(seat, holder, null, true));
    if (refusal) await expect(ticket).rejects.toMatchObject({ code: refusal });
    else await expect(ticket).resolves.toHaveProperty('ticket');
  });

  it('refuses a seat in an unknown room', async () => {
    await expect(channels.ticketForSeat('ACDEFGHJK', sitter('host', 'anna'))).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
  });
});

describe('A media server that is about to stop', () => {
  const drain = (id: string) =>
    db.update(mediaNode).set({ load: MEDIA_NODE_DRAINING }).where(eq(mediaNode.id, id));
  const urlFor = async (room: string) => (await channels.ticketForSeat(room, sitter('host', 'anna'))).url;

  it('keeps its calls, while new and waiting rooms go to another', async () => {
    const call = await openRoom(inCall('STARTED'));
    const waiting = await openRoom();
    await drain('calm');
    expect(await urlFor(call)).toBe('wss://calm.example');
    expect(await urlFor(waiting)).toBeNull();
    const { token } = await channels.createRoom('anna', null, null);
    const [row] = await db.select().from(channel).where(eq(channel.token, token));
    expect(row?.nodeId).toBe('busy');
  });

  it('takes no rooms if it is the only one', async () => {
    const waiting = await openRoom();
    await drain('calm');
    await drain('busy');
    await expect(channels.createRoom('anna', null, null)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(urlFor(waiting)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

it('creates no room for an account that has just been deleted', async () => {
  await expect(channels.createRoom('anna', USER, null)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
});
