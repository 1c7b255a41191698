import type { ControlMode } from '#protocol/control-modes.ts';
import { changePreferences } from '../devices/preferences.ts';
import { type CallState, isCall } from '../state/call-state.ts';
import { currentCall } from '../state/call-store.ts';

/** Whether to ask the host how their guest may direct them. Until the answer, not at all. */
export function asksConsent({ seat, offers, proposed, channel }: CallState): boolean {
  return seat === 'host' && offers === null && proposed.length > 0 && isCall(channel);
}

/** Lets the guest direct this call's host in these ways. Kept for the room: its page does not ask again on a reload. */
export function allow(modes: readonly ControlMode[]): void {
  const call = currentCall();
  if (!call) return;
  changePreferences({ directed: { token: call.state.token, modes: [...modes] } });
  call.setOffers(modes);
}
