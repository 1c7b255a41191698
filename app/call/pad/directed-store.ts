import { createStore } from 'zustand/vanilla';
import type { ControlMode } from '#protocol/control-modes.ts';
import { PAD_RELEASE_MS } from '#protocol/limits.ts';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';
import { callStore } from '../state/call-store.ts';
import { onHeard } from '../state/said.ts';
import { type Direction, OPPOSITE, SPOKEN_MS, type Spoken } from './directions.ts';
import { startTimer } from './hold-timer.ts';
import { isReachable, offers } from './offered.ts';

/** The directions shown to the host, and how else they are signalled. */
type Directed = {
  /** The directions that the guest holds, at most one per axis. The relay follows them. */
  directions: readonly Direction[];
  /** The guest's last spoken direction. The relay does not follow it: a misheard word must move nothing. */
  spoken: Spoken | null;
  speaks: boolean;
  vibrates: boolean;
};

const { speaksDirections, vibratesDirections } = loadPreferences();

export const directedStore = createStore<Directed>()(() => ({
  directions: [],
  spoken: null,
  speaks: speaksDirections,
  vibrates: vibratesDirections,
}));

/** Functions that cancel pending releases. */
const cancels = new Map<Direction, () => void>();
let cancelSpoken = () => {};

function isDirected(mode: ControlMode): boolean {
  const { call } = callStore.getState();
  return offers(call, mode) && isReachable(call);
}

onHeard('padChannel', ({ direction, pressed }) => {
  if (!pressed) stop(direction);
  if (!pressed || !isDirected('PAD')) return;
  if (directedStore.getState().spoken) showSpoken(null);
  stop(OPPOSITE[direction]);
  cancels.get(direction)?.();
  cancels.set(
    direction,
    startTimer(PAD_RELEASE_MS, () => stop(direction)),
  );
  const { directions } = directedStore.getState();
  if (!directions.includes(direction)) directedStore.setState({ directions: [...directions, direction] });
});

onHeard('voiceDirection', ({ direction }) => {
  if (isDirected('VOICE')) showSpoken(direction);
});

function stop(direction: Direction): void {
  cancels.get(direction)?.();
  cancels.delete(direction);
  const { directions } = directedStore.getState();
  if (directions.includes(direction))
    directedStore.setState({ directions: directions.filter((other) => other !== direction) });
}

function showSpoken(spoken: Spoken | null): void {
  cancelSpoken();
  directedStore.setState({ spoken });
  cancelSpoken = spoken ? startTimer(SPOKEN_MS, () => showSpoken(null)) : () => {};
}

callStore.subscribe(() => {
  if (directedStore.getState().spoken && !isDirected('VOICE')) showSpoken(null);
  if (!isDirected('PAD')) for (const direction of directedStore.getState().directions) stop(direction);
});

export function setSpeaks(speaks: boolean): void {
  directedStore.setState({ speaks });
  changePreferences({ speaksDirections: speaks });
}

export function setVibrates(vibrates: boolean): void {
  directedStore.setState({ vibrates });
  changePreferences({ vibratesDirections: vibrates });
}
