import { createStore } from 'zustand/vanilla';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';

type GazeChoice = {
  /** This side sends its direction of view. */
  tellsGaze: boolean;
  /** The part of the other side's picture at which this side looks is sent in full detail, for which it is told. */
  wantsDetail: boolean;
  /** A place that the other side marks in its picture turns this side's view there. */
  comesAlong: boolean;
};

/** The viewer's settings, kept for the tab. */
export const gazeChoice = createStore<GazeChoice>()(() => {
  const { tellsGaze, wantsDetail, comesAlong } = loadPreferences();
  return { tellsGaze, wantsDetail, comesAlong };
});

export function chooseGaze(change: Partial<GazeChoice>): void {
  gazeChoice.setState(change);
  changePreferences(change);
}
