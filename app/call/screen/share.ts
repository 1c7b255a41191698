import { SCREEN_FRAME_RATE } from '#protocol/limits.ts';
import { isOver } from '../state/call-state.ts';
import { callStore, currentCall } from '../state/call-store.ts';

const WANTED: DisplayMediaStreamOptions = {
  // The browser scales down to this, keeping the screen's shape.
  video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: SCREEN_FRAME_RATE } },
  // Unprocessed: a tab's sound is not a voice.
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  // This computer and this tab play the call itself: the other person would hear and see themselves.
  systemAudio: 'exclude',
  selfBrowserSurface: 'exclude',
  surfaceSwitching: 'include',
};

/** `declined` by the person, `blocked` by the operating system. */
export type ShareOutcome = 'shared' | 'declined' | 'blocked' | 'failed';

/** Not supported by phones' browsers. */
export function canShareScreen(): boolean {
  return typeof navigator !== 'undefined' && 'getDisplayMedia' in (navigator.mediaDevices ?? {});
}

/** Asks the person what to share and shares it in the current call; must be called in a click or key handler. */
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
  // Ended by the browser's own button, or because the shared window or tab was closed.
  video?.addEventListener('ended', () => {
    if (callStore.getState().call?.screen?.video === video) stopSharing();
  });
  return 'shared';
}

export function stopSharing(): void {
  currentCall()?.setScreen(null);
}

/** Interprets an error of `getDisplayMedia`: https://www.w3.org/TR/screen-capture/#dom-mediadevices-getdisplaymedia */
export function refusalOf(error: unknown): ShareOutcome {
  if (!(error instanceof DOMException)) return 'failed';
  const { name, message } = error;
  if (name === 'NotReadableError' || name === 'NotFoundError') return 'blocked';
  // Chromium on macOS, if the browser may not record the screen.
  if (name === 'NotAllowedError') return /system/i.test(message) ? 'blocked' : 'declined';
  return name === 'AbortError' ? 'declined' : 'failed';
}

// Stops sharing with the call, and when another screen replaces it.
callStore.subscribe(({ call }, { call: before }) => {
  const shared = before?.screen;
  if (!shared || (call?.screen === shared && !isOver(call))) return;
  shared.video?.stop();
  shared.audio?.stop();
});
