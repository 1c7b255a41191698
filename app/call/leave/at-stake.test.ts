import { expect, it } from 'vitest';
import { SETUP_START } from '../state/setup-machine.ts';
import { roomWith, stateWith } from '../tests/fake-call.ts';
import { atStake } from './at-stake.ts';

type Change = Parameters<typeof stateWith>[0];
const stakeOf = (change: Change) => atStake({ setup: SETUP_START, call: stateWith(change) });

it('is the call, once it is entered and until it is over', () => {
  const channel = roomWith({ status: 'STARTED' });
  for (const seat of ['host', 'guest'] as const) {
    expect(stakeOf({ seat, channel, entered: true })).toBe('call');
    expect(stakeOf({ seat, channel, entered: false })).toBeNull();
    expect(stakeOf({ seat, channel, entered: true, refusal: 'REPLACED' })).toBeNull();
    expect(stakeOf({ seat, channel: null, entered: true })).toBeNull();
    const over = roomWith({ status: 'FINISHED', endReason: 'left' });
    expect(stakeOf({ seat, channel: over, entered: true })).toBeNull();
  }
  expect(atStake({ setup: SETUP_START, call: null })).toBeNull();
});

it('is the code of a room that waits for a guest, not that of one reserved for somebody', () => {
  const waiting = roomWith({ status: 'CREATED' });
  expect(stakeOf({ seat: 'host', channel: waiting, entered: true })).toBe('code');
  const reserved = roomWith({ status: 'CREATED', reserved: true });
  expect(stakeOf({ seat: 'host', channel: reserved, entered: true })).toBe('call');
});
