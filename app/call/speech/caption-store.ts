import { createStore } from 'zustand/vanilla';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';
import { speechRecognition } from './recogniser.ts';

/** Long enough to read what there is. */
const SHOWN_MS = 6_000;

type Captions = {
  on: boolean;
  /** The sentence before. */
  before: string;
  /** What is being said. */
  now: string;
};

/** What the other person says, in words. */
export const captionStore = createStore<Captions>()(() => ({
  on: loadPreferences().captions,
  before: '',
  now: '',
}));

let gone: ReturnType<typeof setTimeout> | undefined;

/** @param isFinal it is a whole sentence, and no longer changes */
export function showCaption(text: string, isFinal: boolean): void {
  clearTimeout(gone);
  captionStore.setState(isFinal ? { before: text.trim(), now: '' } : { now: text.trim() });
  gone = setTimeout(() => captionStore.setState({ before: '', now: '' }), SHOWN_MS);
}

/** Kept for the tab. */
export function setCaptions(on: boolean): void {
  captionStore.setState({ on, before: '', now: '' });
  changePreferences({ captions: on });
}

/** Browsers that recognise speech on the device take a track, too: others would listen to one's own microphone. */
export function canCaption(): boolean {
  return typeof speechRecognition()?.available === 'function';
}
