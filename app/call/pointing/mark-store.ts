import { createStore } from 'zustand/vanilla';
import type { Direction } from '#app/sphere/look/look-store.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { requireCall } from '../state/call-store.ts';
import { onHeard } from '../state/said.ts';

/** Long enough to turn round. */
const SHOWN_MS = 6_000;

/** A place that one person has marked for the other. `picture`: whose camera sees it. */
export type Mark = Direction & { picture: 'own' | 'other'; by: 'own' | 'other' };

/** The latest mark, while it is shown. */
export const markStore = createStore<{ mark: Mark | null }>()(() => ({ mark: null }));

let fading: ReturnType<typeof setTimeout> | undefined;

function show(mark: Mark): void {
  clearTimeout(fading);
  markStore.setState({ mark });
  fading = setTimeout(() => markStore.setState({ mark: null }), SHOWN_MS);
}

/** Marks a place for this side, and for the other one if it can receive now. */
export async function markPlace(picture: Mark['picture'], { yaw, pitch }: Direction): Promise<void> {
  show({ picture, by: 'own', yaw, pitch });
  try {
    await requireCall().say('lookHere', { picture: picture === 'own' ? 'mine' : 'yours', yaw, pitch });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    clearTimeout(fading);
    markStore.setState({ mark: null });
  }
}

onHeard('lookHere', ({ picture, yaw, pitch }) => {
  show({ picture: picture === 'yours' ? 'own' : 'other', by: 'other', yaw, pitch });
});
