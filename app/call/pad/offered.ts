import { type CallState, isCall, otherSeat } from '../state/call-state.ts';

/** The guest of this call is offered the pad. */
export function isPadOffered(call: CallState): boolean {
  return (
    call.seat === 'guest' && isCall(call.channel) && otherSeat(call)?.controlModes.includes('PAD') === true
  );
}

/** The host of this call lets the guest direct them. */
export function offersPad(call: CallState | null): boolean {
  return call?.seat === 'host' && call.offersPad === true && isCall(call.channel);
}

/** What one side says reaches the other, as far as is known. */
export function isReachable(call: CallState): boolean {
  return call.connection === 'open' && otherSeat(call)?.connected === true;
}
