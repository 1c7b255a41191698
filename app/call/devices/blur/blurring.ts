import type { Size } from '../capture.ts';
import { type DeviceState, deviceStore, fitTrack, isBlurred, sentSize } from '../device-store.ts';
import { saveBlur } from '../preferences.ts';
import { blurredTrack, isBlurSupported } from './background-blur.ts';

export { isBlurSupported };

type BlurredTrack = ReturnType<typeof blurredTrack>;

const { getState: get, setState: set } = deviceStore;

let current: BlurredTrack | null = null;
let camera: MediaStreamTrack | null = null;
let size: Size | null = null;

/** Turns the blurring of a flat camera's background on or off, and remembers that on this device. */
export function chooseBlur(blur: boolean): void {
  saveBlur(blur);
  set({ blur });
}

/** Tries again after a failure. */
export function retryBlur(): void {
  current?.close();
  current = null;
  camera = null;
  follow(get());
}

/**
 * Starts and stops blurring as the camera and the choice change. Bundled with the device code, because loading it later
 * would show the camera's own picture in the meantime.
 */
function follow(devices: DeviceState): void {
  const wanted = isBlurred(devices) ? devices.video : null;
  if (wanted !== camera) change(wanted);
  fitSource(devices);
}

function change(wanted: MediaStreamTrack | null): void {
  if (camera) camera.enabled = true;
  camera = wanted;
  if (!wanted) {
    current?.close();
    current = null;
    set({ blurred: null });
    return;
  }
  const made = current ?? make();
  made.setSource(wanted);
  // The camera's own track stays black wherever it is still sent, until it has been replaced.
  wanted.enabled = false;
  size = null;
  if (get().blurred !== made.track) set({ blurred: made.track, blurring: 'loading' });
}

function make(): BlurredTrack {
  const made: BlurredTrack = blurredTrack((blurring) => {
    if (made === current) set({ blurring });
  });
  current = made;
  return made;
}

function fitSource(devices: DeviceState): void {
  const source = current?.source;
  const wanted = sentSize(devices);
  if (!source || !wanted || (wanted.width === size?.width && wanted.height === size.height)) return;
  size = wanted;
  void fitTrack(source, wanted);
}

deviceStore.subscribe(follow);
