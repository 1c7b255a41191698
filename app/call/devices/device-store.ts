import { createStore } from 'zustand/vanilla';
import { proposeProjection } from '#app/sphere/propose-projection.ts';
import {
  type Camera,
  type Projection,
  type Quality,
  type QualityChoice,
  type VideoTarget,
  videoTarget,
} from '#protocol/camera.ts';
import { captureSize, type Size } from './capture.ts';
import {
  type AccessProblem,
  type DeviceOptions,
  isCallSupported,
  listDevices,
  MediaAccessError,
  NO_DEVICE,
  openBoth,
  openCamera,
  openMicrophone,
} from './devices.ts';
import { loadPreferences, presentOrDefault, savePreferences } from './preferences.ts';
import { allowedQuality, sentQuality } from './quality.ts';

export type DeviceState = DeviceOptions & {
  status: 'idle' | 'asking' | 'ready';
  problem: AccessProblem | null;
  /** A device id or `none`. */
  cameraId: string;
  microphoneId: string;
  quality: QualityChoice;
  /** The highest quality that the pre-flight check allows for DEFAULT. */
  allowed: Quality;
  projection: Projection;
  stereo: Camera['stereo'];
  /** The open tracks; only this store stops them. */
  video: MediaStreamTrack | null;
  audio: MediaStreamTrack | null;
  /** The camera's native size, before scaling for the call. */
  native: Size | null;
};

const closed = {
  video: null,
  audio: null,
  native: null,
  cameraId: NO_DEVICE,
  microphoneId: NO_DEVICE,
} as const;

/** Camera and microphone of this tab: which exist, which are selected, which are open. */
export const deviceStore = createStore<DeviceState>()(() => ({
  ...closed,
  status: 'idle',
  problem: null,
  cameras: [],
  microphones: [],
  quality: 'DEFAULT',
  allowed: 'MEDIUM',
  projection: 'flat',
  stereo: 'mono',
}));

const { getState: get, setState: set } = deviceStore;

/** A newer request supersedes an older one: tracks that the older one opens are closed again. */
let question = 0;

function problemOf(error: unknown): AccessProblem {
  if (error instanceof MediaAccessError) return error.problem;
  throw error;
}

function withCamera(track: MediaStreamTrack): Partial<DeviceState> {
  const { deviceId = '', width = 0, height = 0 } = track.getSettings();
  const proposed = proposeProjection({ width, height, label: track.label });
  track.addEventListener('ended', () => {
    if (get().video === track) set({ video: null, native: null, cameraId: NO_DEVICE, problem: 'missing' });
  });
  return { video: track, native: width > 0 ? { width, height } : null, cameraId: deviceId, ...proposed };
}

/** Runs the pre-flight check of the open camera. */
async function checkCamera(): Promise<void> {
  const { native, projection, video } = get();
  if (!native) return;
  const allowed = await allowedQuality(native, projection);
  if (get().video === video && get().projection === projection) set({ allowed });
}

function withMicrophone(track: MediaStreamTrack): Partial<DeviceState> {
  track.addEventListener('ended', () => {
    if (get().audio === track) set({ audio: null, microphoneId: NO_DEVICE, problem: 'missing' });
  });
  return { audio: track, microphoneId: track.getSettings().deviceId ?? '' };
}

/**
 * Requests and opens camera and microphone, as last selected. Never rejects: errors are in `problem`, and the person
 * continues with what is available. Resolves once they are open, also if an earlier call requested them.
 */
export function prepareDevices(): Promise<void> {
  if (get().status === 'idle') preparing = requestDevices();
  return preparing;
}

let preparing: Promise<void> = Promise.resolve();

async function requestDevices(): Promise<void> {
  if (!isCallSupported()) return set({ status: 'ready', problem: 'unsupported' });
  const mine = ++question;
  set({ status: 'asking', problem: null });
  const preferences = loadPreferences();
  const before = await listDevices();
  const wanted = (id: string | null, options: readonly { id: string }[]) =>
    options.length > 1 && id !== NO_DEVICE ? { id: presentOrDefault(id, options) } : null;
  const camera = wanted(preferences.cameraId, before.cameras);
  const microphone = wanted(preferences.microphoneId, before.microphones);
  const { tracks, problem } = await openWanted(camera, microphone);
  // Device labels, and with them the camera type, are only available with permission.
  const options = isNamed(before) ? before : await listDevices();
  if (mine !== question) {
    for (const track of tracks) track.stop();
    return;
  }
  const found = tracks.map((track) => (track.kind === 'video' ? withCamera(track) : withMicrophone(track)));
  set(
    Object.assign(
      { ...closed, ...options, status: 'ready', problem, quality: preferences.quality },
      ...found,
    ),
  );
  if (preferences.projection) set({ projection: preferences.projection });
  await checkCamera();
}

function isNamed({ cameras, microphones }: DeviceOptions): boolean {
  return [...cameras, ...microphones].every(({ id, label }) => id === NO_DEVICE || label !== '');
}

type Wanted = { id: string | null } | null;

async function openWanted(camera: Wanted, microphone: Wanted) {
  const tracks: MediaStreamTrack[] = [];
  let problem: AccessProblem | null = null;
  const attempt = async (opening: Promise<MediaStreamTrack[]>) => {
    try {
      tracks.push(...(await opening));
    } catch (error) {
      problem = problemOf(error);
    }
  };
  if (camera && microphone) await attempt(openBoth(camera.id, microphone.id));
  // If opening both failed, one may still work: a camera in use by another program must not disable the microphone.
  const alone = tracks.length === 0 && problem !== 'denied';
  if (camera && alone) await attempt(openCamera(camera.id).then((track) => [track]));
  if (microphone && alone) await attempt(openMicrophone(microphone.id).then((track) => [track]));
  return { tracks, problem };
}

/** Retries after a refusal. */
export function retryDevices(): Promise<void> {
  releaseDevices();
  return prepareDevices();
}

export async function chooseCamera(id: string): Promise<void> {
  const mine = ++question;
  // Phones cannot open two cameras at once.
  get().video?.stop();
  set({ video: null, native: null, cameraId: id, problem: null });
  remember({ cameraId: id, projection: null });
  if (id === NO_DEVICE) return;
  try {
    const track = await openCamera(id);
    if (mine !== question) return track.stop();
    set(withCamera(track));
    void checkCamera();
  } catch (error) {
    if (mine === question) set({ cameraId: NO_DEVICE, problem: problemOf(error) });
  }
  await refreshOptions();
}

export async function chooseMicrophone(id: string): Promise<void> {
  get().audio?.stop();
  set({ audio: null, microphoneId: id, problem: null });
  remember({ microphoneId: id });
  if (id === NO_DEVICE) return;
  try {
    const track = await openMicrophone(id);
    if (get().microphoneId !== id) return track.stop();
    set(withMicrophone(track));
  } catch (error) {
    set({ microphoneId: NO_DEVICE, problem: problemOf(error) });
  }
  await refreshOptions();
}

export function chooseProjection(projection: Projection): void {
  set({ projection, stereo: 'mono' });
  void checkCamera();
  remember({ projection });
}

export function chooseQuality(quality: QualityChoice): void {
  set({ quality });
  remember({ quality });
}

function remember(change: Partial<ReturnType<typeof loadPreferences>>): void {
  savePreferences({ ...loadPreferences(), ...change });
}

/** Nothing to choose: at most one camera, and a microphone. The entry for none is always there. */
export function isStraight({ status, problem, cameras, microphones }: DeviceState): boolean {
  return status === 'ready' && !problem && cameras.length <= 2 && microphones.length >= 2;
}

/** Scales the open camera's picture to the selected quality. */
export async function fitCamera(): Promise<void> {
  const { video, native, projection } = get();
  if (!video || !native) return;
  const { width, height } = captureSize(native, videoTarget(qualityOf(get()), projection));
  try {
    await video.applyConstraints({ width, height, frameRate: 30, resizeMode: 'crop-and-scale' });
  } catch {
    // The camera keeps its native size; the encoder's bitrate still applies.
  }
}

/** The quality to send with. @param choice in place of the current one */
function qualityOf(
  { native, projection, allowed, ...devices }: DeviceState,
  choice = devices.quality,
): Quality {
  return native ? sentQuality(choice, native, projection, allowed) : 'MEDIUM';
}

/** What a choice of quality would request of camera and encoder. */
export function targetOf(devices: DeviceState, choice: QualityChoice): VideoTarget {
  return videoTarget(qualityOf(devices, choice), devices.projection);
}

/** This camera's settings, to be sent to the other seat. */
export function currentCamera(): Camera {
  const { cameras, cameraId, projection, stereo, video } = get();
  const cameraType = cameras.find((camera) => camera.id === cameraId)?.cameraType ?? 'INTEGRATED_CAM';
  return {
    cameraType: video ? cameraType : 'NO_CAM',
    quality: qualityOf(get()),
    projection,
    stereo,
    heading: 0,
  };
}

/** Closes camera and microphone. */
export function releaseDevices(): void {
  question++;
  const { video, audio } = get();
  set({ ...closed, status: 'idle', problem: null });
  video?.stop();
  audio?.stop();
}

async function refreshOptions(): Promise<void> {
  set(await listDevices());
}

if (typeof navigator !== 'undefined' && navigator.mediaDevices) {
  navigator.mediaDevices.addEventListener('devicechange', () => {
    if (get().status === 'ready') void refreshOptions();
  });
}
