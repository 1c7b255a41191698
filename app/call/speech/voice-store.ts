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
  /** Someone is speaking into the open microphone. */
  speaking: boolean;
  /** The browser listens for directions. */
  hears: boolean;
  problem: SpeechProblem | null;
  /** The direction sent to the host, while it is shown there. */
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

/** With push to talk, opens the microphone until `stopTalking`, by any input. */
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

/** Mutes when voice control is first offered; after a reload, before the microphone is sent. */
function follow(): void {
  const offered = isOffered(callStore.getState().call, 'VOICE');
  if (offered === wasOffered) return;
  wasOffered = offered;
  // The host's actions never open a microphone.
  if (!offered) stopTalking();
  else if (voiceStore.getState().mode === 'push') currentCall()?.setMuted(true);
}

follow();
callStore.subscribe(follow);
// The web server also loads this module.
if (typeof window !== 'undefined') {
  // A page that loses the focus or is hidden does not get the release of a key or finger.
  window.addEventListener('blur', stopTalking);
  window.addEventListener('pagehide', stopTalking);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') stopTalking();
  });
}
