import { expect, it } from 'vitest';
import { camera } from '../tests/support/client.ts';
import { eventsBetween } from './call-events.ts';
import { advance, newSeat, type RoomEvent, type RoomState } from './room-state.ts';

const waiting: RoomState = {
  status: 'CREATED',
  endReason: null,
  endedBy: null,
  hostKey: 'h',
  opened: { cameraType: camera.cameraType, quality: camera.quality },
  seats: { host: { ...newSeat('h'), camera }, guest: null },
  expiresAt: 1e12,
  longestExpiry: null,
  endsAt: null,
  requestedAt: null,
  startedAt: null,
  endedAt: null,
};

/** Events reported for the last of these changes. */
function told(...changes: RoomEvent[]) {
  let before = waiting;
  let state = waiting;
  for (const change of changes) {
    before = state;
    state = advance(state, change);
  }
  return eventsBetween(before, state).map(({ seat, kind, detail }) => [seat, kind, detail].join(' ').trim());
}

const enter: RoomEvent = { type: 'request', holder: 'g', camera, at: 1 };
const dropGuest: RoomEvent = { type: 'drop', seat: 'guest', at: 2 };
const end: RoomEvent = { type: 'end', status: 'FINISHED', reason: 'left', by: 'guest', at: 9 };
const ready = (seat: 'host' | 'guest'): RoomEvent => ({ type: 'ready', seat, at: 3 });

it('reports nothing before a guest has entered', () => {
  expect(told({ type: 'drop', seat: 'host', at: 1 })).toEqual([]);
  expect(told({ ...end, reason: 'expired' })).toEqual([]);
});

it('begins with the seats that are connected, both or one', () => {
  expect(told(enter)).toEqual(['host joined', 'guest joined']);
  expect(told({ type: 'drop', seat: 'host', at: 1 }, enter)).toEqual(['guest joined']);
});

it('reports losses and returns, the start and end of a call, and quality changes', () => {
  expect(told(enter, ready('host'))).toEqual([]);
  expect(told(enter, ready('host'), ready('guest'))).toEqual(['started']);
  expect(told(enter, dropGuest)).toEqual(['guest lost']);
  expect(told(enter, dropGuest, { type: 'resume', seat: 'guest' })).toEqual(['guest back']);
  expect(told(enter, { type: 'camera', seat: 'host', camera: { ...camera, quality: 'LOW' } })).toEqual([
    'host quality LOW',
  ]);
  expect(told(enter, { type: 'camera', seat: 'host', camera: { ...camera, heading: 7 } })).toEqual([]);
  expect(told(enter, end)).toEqual(['guest ended left']);
});

it('continues after an end with the seat that comes back', () => {
  const rejoin: RoomEvent = { type: 'rejoin', seat: 'host', holder: 'h', at: 10 };
  expect(told(enter, end, rejoin)).toEqual(['host joined']);
  expect(told(enter, end, rejoin, { type: 'join', seat: 'guest', holder: 'g' })).toEqual(['guest back']);
});
