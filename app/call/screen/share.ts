import { SCREEN_FRAME_RATE } from '#protocol/limits.ts';
import { isOver } from '../state/call-state.ts';
import { callStore, currentCall } from '../state/call-store.ts';

const WANTED: DisplayMediaStreamOptions = {
  // The browser scales down to them, in the screen's own shape.
  video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: SCREEN_FRAME_RATE } },
  // As it is: a tab's sound is no voice.
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  // The call itself is in what this computer and this tab play: the other person would hear and see themselves.
  systemAudio: 'exclude',
  selfBrowserSurface: 'exclude',
  surfaceSwitching: 'include',
};

/** `declined` by the person, `blocked` by the operating system. */
export type ShareOutcome = 'shared' | 'declined' | 'blocked' | 'failed';

/** Phones' browsers have no such thing. */
export function canShareScreen(): boolean {
  return typeof navigator !== 'undefined' && 'getDisplayMedia' in (navigator.mediaDevices ?? {});
}

/** Asks the person what to share and shares it in the current call; only within a click or key press. */
export async function shareScreen(): Promise<ShareOutcome> {
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getDisplayMedia(WANTED);
  } catch (error) {
    return refusalOf(error);
  }
  const [[video = null], [audio = null]] = [stream.getVideoTracks(), stream.getAudioTracks()];
  const { call } = callStore.getState();
  if (!call || isOver(call)) {
    for (const track of stream.getTracks()) track.stop();
    return 'declined';
  }
  currentCall()?.setScreen({ video, audio });
  // By the browser's own button, or because the window or tab that was shared is closed.
  video?.addEventListener('ended', () => {
    if (callStore.getState().call?.screen?.video === video) stopSharing();
  });
  return 'shared';
}

export function stopSharing(): void {
  currentCall()?.setScreen(null);
}

/** Of what `getDisplayMedia` rejects with: https://www.w3.org/TR/screen-capture/#dom-mediadevices-getdisplaymedia */
export function refusalOf(error: unknown): ShareOutcome {
  if (!(error instanceof DOMException)) return 'failed';
  const { name, message } = error;
  if (name === 'NotReadableError' || name === 'NotFoundError') return 'blocked';
  // Chromium on macOS, where the browser may not record the screen.
  if (name === 'NotAllowedError') return /system/i.test(message) ? 'blocked' : 'declined';
  return name === 'AbortError' ? 'declined' : 'failed';
}

// With the call, and when another one takes its place.
callStore.subscribe(({ call }, { call: before }) => {
  const shared = before?.screen;
  if (!shared || (call?.screen === shared && !isOver(call))) return;
  shared.video?.stop();
  shared.audio?.stop();
});
