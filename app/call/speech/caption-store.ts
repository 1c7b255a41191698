import { createStore } from 'zustand/vanilla';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';
import { speechRecognition } from './recogniser.ts';

/** Long enough to read a line or two. */
const SHOWN_MS = 6_000;

type Captions = {
  on: boolean;
  /** The previous sentence. */
  before: string;
  /** The current sentence so far. */
  now: string;
};

/** The other person's speech as text. */
export const captionStore = createStore<Captions>()(() => ({
  on: loadPreferences().captions,
  before: '',
  now: '',
}));

let gone: ReturnType<typeof setTimeout> | undefined;

/** @param isFinal it is a complete sentence that no longer changes */
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

/**
 * Whether captions are possible. Only browsers that recognise speech on the device accept a track: others would listen
 * to the user's own microphone.
 */
export function canCaption(): boolean {
  return typeof speechRecognition()?.available === 'function';
}
