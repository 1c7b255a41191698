import type { ControlMode } from '#protocol/control-modes.ts';
import { type CallState, isCall, isEnded, otherSeat } from '../state/call-state.ts';

/** Whether the guest of this call may direct the host in this way. */
export function isOffered(call: CallState | null, mode: ControlMode): boolean {
  return (
    call?.seat === 'guest' && !isEnded(call.channel) && otherSeat(call)?.controlModes.includes(mode) === true
  );
}

/** Whether the host of this call lets the guest direct them in this way. */
export function offers(call: CallState | null, mode: ControlMode): boolean {
  return call?.seat === 'host' && call.offers?.includes(mode) === true && isCall(call.channel);
}

/** Whether messages of one side reach the other, as far as is known. */
export function isReachable(call: CallState | null): boolean {
  return call?.connection === 'open' && otherSeat(call)?.connected === true;
}
