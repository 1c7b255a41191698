import { proposeProjection } from '#app/sphere/propose-projection.ts';
import { loadPicture } from './camera-settings.ts';
import { deviceStore, isStreamed } from './device-store.ts';
import { loadPreferences } from './preferences.ts';

const { getState: get, setState: set } = deviceStore;

/** Takes what a program sends as this side's camera; null: nothing comes. Its picture stays what it was while none comes. */
export function showStreamed(track: MediaStreamTrack | null): void {
  if (!isStreamed(get())) return;
  set({ video: track });
  if (track) watchSize(track);
}

/** Only a video element tells the size of a picture that arrives. The first one decides how it is shown. */
function watchSize(track: MediaStreamTrack): void {
  const element = document.createElement('video');
  element.muted = true;
  element.srcObject = new MediaStream([track]);
  element.addEventListener('resize', () => {
    const { videoWidth: width, videoHeight: height } = element;
    if (get().video !== track) element.srcObject = null;
    else if (width > 0) learnSize(width, height);
  });
  void element.play().catch(() => {});
}

function learnSize(width: number, height: number): void {
  const isFirst = get().native === null;
  set({ native: { width, height } });
  if (!isFirst) return;
  const { projection } = loadPreferences();
  set(loadPicture('', projection ?? proposeProjection({ width, height, label: '' })));
}
