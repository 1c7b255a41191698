import { createStore } from 'zustand/vanilla';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';

/** Whether this side tells where it looks: kept for the tab. */
export const gazeChoice = createStore<{ tells: boolean }>()(() => ({ tells: loadPreferences().tellsGaze }));

export function setTellsGaze(tells: boolean): void {
  gazeChoice.setState({ tells });
  changePreferences({ tellsGaze: tells });
}
