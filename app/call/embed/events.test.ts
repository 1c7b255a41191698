import { expect, it } from 'vitest';
import type { CallState } from '../state/call-state.ts';
import { roomWith, stateWith } from '../tests/fake-call.ts';
import { eventsOf } from './events.ts';

/** Before it has entered, and knows its room. */
const call = (change: Partial<CallState> = {}) => stateWith({ entered: false, channel: null, ...change });

const joined = { entered: true, joined: true };

it('reports each step of a call once', () => {
  const states = [
    null,
    call(),
    call({ channel: roomWith({ status: 'CREATED' }) }),
    // Waiting for the host.
    call({ channel: roomWith({ status: 'CREATED' }), entered: true }),
    call({ ...joined, channel: roomWith({ status: 'REQUESTED' }) }),
    call({ ...joined, channel: roomWith({ status: 'STARTED' }) }),
    call({ ...joined, channel: roomWith({ status: 'STARTED' }), muted: true }),
    call({ ...joined, channel: roomWith({ status: 'FINISHED', endReason: 'left' }) }),
    call({
      ...joined,
      channel: roomWith({ status: 'FINISHED', endReason: 'left' }),
      refusal: 'CHANNEL_ENDED',
    }),
  ];
  const told = states.slice(1).map((now, at) => eventsOf(states[at] ?? null, now).map(({ type }) => type));
  expect(told).toEqual([[], [], [], ['joined'], ['started'], [], ['ended'], []]);
});

it('reports why a call ended, and why a seat was refused', () => {
  const over = call({ channel: roomWith({ status: 'FINISHED', endReason: 'closed' }) });
  expect(eventsOf(call(), over)).toEqual([{ panocall: 1, type: 'ended', reason: 'closed' }]);
  expect(eventsOf(call(), call({ refusal: 'SEAT_TAKEN' }))).toEqual([
    { panocall: 1, type: 'error', code: 'SEAT_TAKEN' },
  ]);
  expect(eventsOf(over, null)).toEqual([]);
});
