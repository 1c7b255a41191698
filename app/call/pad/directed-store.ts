import { createStore } from 'zustand/vanilla';
import { PAD_RELEASE_MS } from '#protocol/limits.ts';
import type { EventData } from '#protocol/messages.ts';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';
import { callStore, onHeard } from '../state/call-store.ts';
import { type Direction, OPPOSITE } from './directions.ts';
import { startTimer } from './hold-timer.ts';
import { isReachable, offersPad } from './offered.ts';

/** The directions that the host is given now, at most one of each axis, and how the host is told besides seeing them. */
type Directed = { directions: readonly Direction[]; speaks: boolean; vibrates: boolean };

const { speaksDirections, vibratesDirections } = loadPreferences();

export const directedStore = createStore<Directed>()(() => ({
  directions: [],
  speaks: speaksDirections,
  vibrates: vibratesDirections,
}));

/** Cancel the releases to come. */
const cancels = new Map<Direction, () => void>();

function isDirected(): boolean {
  const { call } = callStore.getState();
  return call !== null && offersPad(call) && isReachable(call);
}

function hear({ direction, pressed }: EventData<'padChannel'>): void {
  if (!pressed) stop(direction);
  if (!pressed || !isDirected()) return;
  stop(OPPOSITE[direction]);
  cancels.get(direction)?.();
  cancels.set(
    direction,
    startTimer(PAD_RELEASE_MS, () => stop(direction)),
  );
  const { directions } = directedStore.getState();
  if (!directions.includes(direction)) directedStore.setState({ directions: [...directions, direction] });
}

function stop(direction: Direction): void {
  cancels.get(direction)?.();
  cancels.delete(direction);
  const { directions } = directedStore.getState();
  if (directions.includes(direction))
    directedStore.setState({ directions: directions.filter((other) => other !== direction) });
}

onHeard((heard) => {
  if (heard.name === 'padChannel') hear(heard.data);
});
callStore.subscribe(() => {
  if (!isDirected()) for (const direction of directedStore.getState().directions) stop(direction);
});

export function setSpeaks(speaks: boolean): void {
  directedStore.setState({ speaks });
  changePreferences({ speaksDirections: speaks });
}

export function setVibrates(vibrates: boolean): void {
  directedStore.setState({ vibrates });
  changePreferences({ vibratesDirections: vibrates });
}
