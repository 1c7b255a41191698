import { expect, test } from 'vitest';
import { UNOPENED_ROOM_MBPS } from '#db/schema/index.ts';
import { defaultLimits } from '../limit-settings.ts';
import { roomMbps } from '../rtc/bitrates.ts';
import { type ChannelRow, PLACE_SPARE_MS } from './channel-store.ts';
import { columnsOf, stateFromRow } from './room-row.ts';
import { advance, deadline } from './room-state.ts';

const row: ChannelRow = {
  id: '00000000-0000-0000-0000-000000000000',
  token: 'AAAAAAAAA',
  status: 'CREATED',
  endReason: null,
  nodeId: 'node-a',
  epoch: 0,
  reservedMbps: UNOPENED_ROOM_MBPS,
  placedUntil: new Date(300_000 + PLACE_SPARE_MS),
  owner: null,
  region: null,
  bookingId: null,
  streamId: null,
  guestReservedFor: null,
  endsAt: null,
  hostKey: 'alice',
  guestKey: null,
  hostUserId: null,
  guestUserId: null,
  cameraType: null,
  videoQuality: null,
  latitude: null,
  placeShared: false,
  longitude: null,
  createdAt: new Date(0),
  expiresAt: new Date(300_000),
  startedAt: null,
  endedAt: null,
  hostHere: null,
  guestHere: null,
};
const opened = {
  ...row,
  cameraType: 'INTEGRATED_CAM',
  videoQuality: 'MEDIUM',
  reservedMbps: roomMbps('MEDIUM'),
};
const away = { hostHere: false, guestHere: false };
const requested = { ...opened, ...away, status: 'REQUESTED', guestKey: 'bob', placedUntil: null };
const started = { ...requested, status: 'STARTED', startedAt: new Date(50_000) };

test("Restoring a room from its row changes none of the row's columns", () => {
  for (const taken of [row, opened, requested, started]) {
    expect(taken).toMatchObject(columnsOf(stateFromRow(taken, 100_000)));
  }
});

test("A call's row says who is connected", () => {
  const state = stateFromRow(started, 100_000);
  const here = advance(state, { type: 'resume', seat: 'guest' });
  expect(columnsOf(here)).toMatchObject({ hostHere: false, guestHere: true });
  expect(columnsOf(advance(here, { type: 'drop', seat: 'guest', at: 0 }))).toMatchObject(away);
});

test('A room of unknown quality reserves as much as one of the best quality', () => {
  expect(UNOPENED_ROOM_MBPS).toBe(roomMbps('HIGH'));
});

test('A room that nobody has opened has empty seats', () => {
  expect(stateFromRow(row, 0)).toMatchObject({ opened: null, seats: { host: null, guest: null } });
});

test('The grace period and connect timeout of an interrupted call start again on restore', () => {
  const at = (taken: ChannelRow, seatGraceMs: number) =>
    deadline(stateFromRow(taken, 100_000), { ...defaultLimits, seatGraceMs });
  expect(at(started, 30_000)).toMatchObject({ at: 130_000, end: { reason: 'lost' } });
  expect(at(requested, 30_000)).toMatchObject({ at: 130_000, end: { reason: 'lost' } });
  expect(at(requested, 1_000_000)).toMatchObject({ at: 160_000, end: { reason: 'timeout' } });
});

test('Rejects a row with an unknown status', () => {
  expect(() => stateFromRow({ ...row, status: 'OPEN' }, 0)).toThrow('status');
});
