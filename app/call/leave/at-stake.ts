import { awaitsHost, isOver } from '../state/call-state.ts';
import type { CallStoreState } from '../state/call-store.ts';

/** What leaving the page would end: a call, or a room whose code is shown. */
export type Stake = 'call' | 'code';

/** Null if nothing would be lost: before a seat is taken, after the end, and for a guest before the host has come. */
export function atStake({ call }: CallStoreState): Stake | null {
  if (!call?.entered || !call.channel || isOver(call) || awaitsHost(call)) return null;
  const { status, reserved } = call.channel;
  // A code may have been read out or photographed, so it is never known not to be shared.
  return status === 'CREATED' && call.seat === 'host' && !reserved ? 'code' : 'call';
}
