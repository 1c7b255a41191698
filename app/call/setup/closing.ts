import { createStore } from 'zustand/vanilla';
import { callStore } from '../state/call-store.ts';

/** Closing the screen with the code ends the room, so after something was shared it asks first, in its place. */
export const closingStore = createStore<{
  /** The room whose code or link was copied or shared last. */
  shared: string | null;
  asking: boolean;
}>()(() => ({ shared: null, asking: false }));

export function noteShared(token: string): void {
  closingStore.setState({ shared: token });
}

export function goOnWaiting(): void {
  closingStore.setState({ asking: false });
}

/**
 * Called when the code's screen is to be closed: asks, or if it already does, shows the code again.
 * @param byBack asks also if nothing was shared by a button: Back may be a swipe, and the code have been read out
 * @returns whether the screen stays; otherwise the caller closes it
 */
export function closing(byBack = false): boolean {
  const { shared, asking } = closingStore.getState();
  const { call } = callStore.getState();
  const isWaiting = call?.seat === 'host' && call.channel?.status === 'CREATED' && call.refusal === null;
  if (!isWaiting || !(byBack || shared === call.token)) return false;
  closingStore.setState({ asking: !asking });
  return true;
}
