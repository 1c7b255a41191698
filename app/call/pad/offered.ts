import type { ControlMode } from '#protocol/control-modes.ts';
import { type CallState, isCall, isEnded, otherSeat } from '../state/call-state.ts';

/** The guest of this call may direct the host in this way. */
export function isOffered(call: CallState | null, mode: ControlMode): boolean {
  return (
    call?.seat === 'guest' && !isEnded(call.channel) && otherSeat(call)?.controlModes.includes(mode) === true
  );
}

/** The host of this call lets the guest direct them in this way. */
export function offers(call: CallState | null, mode: ControlMode): boolean {
  return call?.seat === 'host' && call.offers?.includes(mode) === true && isCall(call.channel);
}

/** What one side says reaches the other, as far as is known. */
export function isReachable(call: CallState | null): boolean {
  return call?.connection === 'open' && otherSeat(call)?.connected === true;
}
