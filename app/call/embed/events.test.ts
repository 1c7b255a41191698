import { expect, it } from 'vitest';
import type { Channel } from '#protocol/channel.ts';
import { type CallState, newCallState } from '../state/call-state.ts';
import { eventsOf } from './events.ts';

const channel = (change: Partial<Channel>): Channel => ({
  token: 'K7M4QX9TR',
  status: 'CREATED',
  endReason: null,
  endedBy: null,
  seats: { host: null, guest: null },
  expiresInMs: 0,
  lastedMs: null,
  place: null,
  recordedMs: { host: null, guest: null },
  ...change,
});
const call = (change: Partial<CallState> = {}): CallState => ({
  ...newCallState('K7M4QX9TR', 'host'),
  ...change,
});

it('tells each step of a call once', () => {
  const states = [
    null,
    call(),
    call({ channel: channel({}) }),
    call({ channel: channel({}), entered: true }),
    call({ channel: channel({ status: 'REQUESTED' }), entered: true }),
    call({ channel: channel({ status: 'STARTED' }), entered: true }),
    call({ channel: channel({ status: 'STARTED' }), entered: true, muted: true }),
    call({ channel: channel({ status: 'FINISHED', endReason: 'left' }), entered: true }),
    call({
      channel: channel({ status: 'FINISHED', endReason: 'left' }),
      entered: true,
      refusal: 'CHANNEL_ENDED',
    }),
  ];
  const told = states.slice(1).map((now, at) => eventsOf(states[at] ?? null, now).map(({ type }) => type));
  expect(told).toEqual([[], [], ['joined'], [], ['started'], [], ['ended'], []]);
});

it('tells why a call ended, and why a seat was refused', () => {
  const over = call({ channel: channel({ status: 'FINISHED', endReason: 'closed' }) });
  expect(eventsOf(call(), over)).toEqual([{ panocall: 1, type: 'ended', reason: 'closed' }]);
  expect(eventsOf(call(), call({ refusal: 'SEAT_TAKEN' }))).toEqual([
    { panocall: 1, type: 'error', code: 'SEAT_TAKEN' },
  ]);
  expect(eventsOf(over, null)).toEqual([]);
});
