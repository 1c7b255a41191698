import { ProtocolError } from '#protocol/errors.ts';
import { chime } from '../notices/chime.ts';
import { type CallState, otherSeat } from '../state/call-state.ts';
import { callStore, requireCall } from '../state/call-store.ts';

/** Whether this side's hand is raised: kept by the media server, over reloads of either page. */
export function isHandRaised({ channel, seat }: CallState): boolean {
  return channel?.seats[seat]?.handRaised === true;
}

export function isOtherHandRaised(call: CallState): boolean {
  return otherSeat(call)?.handRaised === true;
}

/** @returns false if it cannot be raised or lowered now */
export async function raiseHand(raised: boolean): Promise<boolean> {
  try {
    await requireCall().say('raiseHand', { raised });
    return true;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

callStore.subscribe(({ call }, { call: before }) => {
  // Not for a hand raised before this page was loaded.
  if (call && before?.channel && isOtherHandRaised(call) && !isOtherHandRaised(before)) chime();
});
