import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultLimits } from '../limit-settings.ts';
import { createLog } from '../log.ts';
import { ChannelStore } from '../rooms/channel-store.ts';
import { Rooms } from '../rooms/rooms.ts';
import { type Peer, ResumeTokens } from '../rooms/session.ts';
import { StreamStore } from '../rooms/stream-store.ts';
import { type RoomMediaEvents, WorkerPool } from '../rtc/worker-pool.ts';
import { camera } from '../tests/support/client.ts';
import { NODE, World } from '../tests/support/harness.ts';
import { handle } from './registry.ts';

let world: World;
let pool: WorkerPool;
let rooms: Rooms;

beforeAll(async () => {
  world = await World.create();
  const log = createLog('silent', NODE);
  pool = await WorkerPool.start({ workers: 1, port: 0, announcedAddresses: [] }, log);
  const createMedia = (events: Omit<RoomMediaEvents, 'onTransport'>) =>
    pool.createRoomMedia({ ...events, onTransport: () => {} });
  const store = new ChannelStore(world.db, NODE);
  rooms = new Rooms({
    store,
    streams: new StreamStore(world.db),
    tokens: new ResumeTokens(),
    limits: defaultLimits,
    log,
    longestCallMs: async () => defaultLimits.longestCallMs,
    createMedia,
    onCallEvent: () => {},
    iceServers: () => [],
  });
});
afterAll(async () => {
  await rooms.dispose();
  await pool.close();
  await world.close();
});

const peer: Peer = { send: () => {}, close: () => {}, closeAfterAnswer: () => {} };

test('A request queued by a login is not handled after a newer login replaced it', async () => {
  const { token, hostKey } = await world.room();
  const room = await rooms.open(token);
  const first = (await room.enter({ seat: 'host', holder: hostKey, user: null, rejoin: false }, peer))
    .session;
  await handle(first, 'createChannel', { camera });
  const second = (await room.enter({ seat: 'host', holder: hostKey, user: null, rejoin: false }, peer))
    .session;
  await expect(handle(first, 'finishChannel', {})).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
  expect(room.status).toBe('CREATED');
  await handle(second, 'finishChannel', {});
  expect(room.status).toBe('FINISHED');
});
