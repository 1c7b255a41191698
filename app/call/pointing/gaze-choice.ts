import { createStore } from 'zustand/vanilla';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';

type GazeChoice = {
  /** This side tells where it looks. */
  tellsGaze: boolean;
  /** A place that the other side shows in its picture turns this side's view there. */
  comesAlong: boolean;
};

/** What the person who looks round has chosen: kept for the tab. */
export const gazeChoice = createStore<GazeChoice>()(() => {
  const { tellsGaze, comesAlong } = loadPreferences();
  return { tellsGaze, comesAlong };
});

export function chooseGaze(change: Partial<GazeChoice>): void {
  gazeChoice.setState(change);
  changePreferences(change);
}
