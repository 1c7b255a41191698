import { ProtocolError } from '#protocol/errors.ts';
import { chime } from '../notices/chime.ts';
import { type CallState, otherSeat } from '../state/call-state.ts';
import { callStore, requireCall } from '../state/call-store.ts';

/** Whether this side's hand is raised: as the media server keeps it, over reloads of either page. */
export function isHandRaised({ channel, seat }: CallState): boolean {
  return channel?.seats[seat]?.handRaised === true;
}

export function isOtherHandRaised(call: CallState): boolean {
  return otherSeat(call)?.handRaised === true;
}

/** @returns false where it cannot now */
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
  // Not for one that was raised before this page was there.
  if (call && before?.channel && isOtherHandRaised(call) && !isOtherHandRaised(before)) chime();
});
