import { createStore } from 'zustand/vanilla';
import { changePreferences, loadPreferences, type Preferences } from '../devices/preferences.ts';
import type { Spoken } from '../pad/directions.ts';
import { isOffered } from '../pad/offered.ts';
import { callStore, currentCall } from '../state/call-store.ts';

/** Why the browser recognises no speech. */
export type SpeechProblem = 'blocked' | 'network' | 'language' | 'microphone';

type Voice = {
  /** `push`: the microphone is open while a button or key is held. */
  mode: Preferences['talk'];
  held: boolean;
  /** Something is being said into the open microphone. */
  speaking: boolean;
  /** The browser listens for directions. */
  hears: boolean;
  problem: SpeechProblem | null;
  /** The direction that the host is shown. */
  told: Spoken | null;
};

const { talk, hearsDirections } = loadPreferences();

/** The guest's side of voice control. */
export const voiceStore = createStore<Voice>()(() => ({
  mode: talk,
  held: false,
  speaking: false,
  hears: hearsDirections,
  problem: null,
  told: null,
}));

/** Opens the microphone until `stopTalking`, by whatever means, with push to talk. */
export function startTalking(): void {
  const { mode, held } = voiceStore.getState();
  if (held || mode === 'open' || !isOffered(callStore.getState().call, 'VOICE')) return;
  voiceStore.setState({ held: true });
  currentCall()?.setMuted(false);
}

export function stopTalking(): void {
  if (!voiceStore.getState().held) return;
  voiceStore.setState({ held: false });
  currentCall()?.setMuted(true);
}

/** Kept for the tab. */
export function setTalk(mode: Voice['mode']): void {
  voiceStore.setState({ mode, held: false });
  changePreferences({ talk: mode });
  currentCall()?.setMuted(mode === 'push');
}

/** Kept for the tab. */
export function setHears(hears: boolean): void {
  voiceStore.setState({ hears, problem: null });
  changePreferences({ hearsDirections: hears });
}

let wasOffered = false;

/** Before the microphone is sent, in a page that was loaded again. */
function follow(): void {
  const offered = isOffered(callStore.getState().call, 'VOICE');
  if (offered === wasOffered) return;
  wasOffered = offered;
  // A microphone is never opened by what the host does.
  if (!offered) stopTalking();
  else if (voiceStore.getState().mode === 'push') currentCall()?.setMuted(true);
}

follow();
callStore.subscribe(follow);
// The web server loads this, too.
if (typeof window !== 'undefined') {
  // The release of a key or finger is not told to a page that has lost the focus, or is not shown.
  window.addEventListener('blur', stopTalking);
  window.addEventListener('pagehide', stopTalking);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') stopTalking();
  });
}
