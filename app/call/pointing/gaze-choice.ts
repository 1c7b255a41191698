import { createStore } from 'zustand/vanilla';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';

type GazeChoice = {
  /** This side sends its direction of view. */
  tellsGaze: boolean;
  /** A place that the other side marks in its picture turns this side's view there. */
  comesAlong: boolean;
};

/** The viewer's settings, kept for the tab. */
export const gazeChoice = createStore<GazeChoice>()(() => {
  const { tellsGaze, comesAlong } = loadPreferences();
  return { tellsGaze, comesAlong };
});

export function chooseGaze(change: Partial<GazeChoice>): void {
  gazeChoice.setState(change);
  changePreferences(change);
}
