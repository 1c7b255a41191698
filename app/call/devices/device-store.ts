import { createStore } from 'zustand/vanilla';
import { inTime } from '#app/components/page/in-time.ts';
import type { Camera, CameraType } from '#protocol/camera.ts';
import type { MediaKind } from '#protocol/channel.ts';
import type { Projection } from '#protocol/projection.ts';
import {
  FIRST_QUALITY,
  type Quality,
  type QualityChoice,
  type VideoTarget,
  videoTarget,
} from '#protocol/video-quality.ts';
import { chimeThrough } from '../notices/chime.ts';
import { type CameraSettings, loadPicture, saveSettings, UNCHANGED } from './camera-settings.ts';
import { captureSize, type Size } from './capture.ts';
import { allowedQuality, sentQuality } from './chosen-quality.ts';
import { type AccessProblem, type DeviceOptions, NO_DEVICE, STREAMED } from './devices.ts';
import { changePreferences } from './preferences.ts';
import type { Sound } from './sound.ts';

/**
 * State of blurring. `loading`: the whole picture is blurred until the model is loaded. `slow`: too few frames a
 * second. `failed`: the whole picture is blurred, or there is no picture.
 */
export type Blurring = 'loading' | 'good' | 'slow' | 'failed';

export type DeviceState = DeviceOptions &
  CameraSettings & {
    /**
     * `asking` while the browser may be asking for access; `opening` once access, and with it the devices' names, is
     * known, before they are open.
     */
    status: 'idle' | 'asking' | 'opening' | 'ready';
    problem: AccessProblem | null;
    /** The browser could not list the devices, so that there are none to choose, whatever is open. */
    undetected: boolean;
    /** A call began while they were being opened: if that fails, the call shows it. */
    awaited: boolean;
    /** A device id, `none` or `streamed`. */
    cameraId: string;
    microphoneId: string;
    /** The speaker that plays the call; empty: the system's default. */
    speakerId: string;
    quality: QualityChoice;
    /** The highest quality that the pre-flight check allows for DEFAULT. */
    allowed: Quality;
    projection: Projection;
    /** Null: not chosen, which means voice. */
    sound: Sound | null;
    /**
     * The open tracks; only `open-devices.ts` stops them. While another device is being opened, those of the former
     * one.
     */
    video: MediaStreamTrack | null;
    audio: MediaStreamTrack | null;
    /** The background of a flat camera is to be blurred. */
    blur: boolean;
    /**
     * The camera's picture with its background blurred; null if it is not to be blurred. Only `blur/blurring.ts` stops
     * it.
     */
    blurred: MediaStreamTrack | null;
    blurring: Blurring;
    /** The camera's native size, before scaling for the call. */
    native: Size | null;
    /** Type of the open camera. */
    cameraType: CameraType;
    /** Another device is being opened. */
    opening: Record<MediaKind, boolean>;
    /** Turned off before the call, which then begins with it turned off. */
    off: Record<MediaKind, boolean>;
    /** The system has muted the track, e.g. during a phone call. */
    interrupted: Record<MediaKind, boolean>;
    /** The operating system's name of the device that was lost while it was open. */
    lost: Record<MediaKind, string | null>;
    /** The id of a device that was connected since. */
    offered: Record<MediaKind, string | null>;
  };

const closedCamera = { video: null, native: null, cameraId: NO_DEVICE } as const;
const closedMicrophone = { audio: null, microphoneId: NO_DEVICE } as const;
/** State left by a device that is not open. */
export const CLOSED = { video: closedCamera, audio: closedMicrophone } as const;
/** No events of any device. */
export const QUIET = {
  opening: { video: false, audio: false },
  interrupted: { video: false, audio: false },
  lost: { video: null, audio: null },
  offered: { video: null, audio: null },
} as const;

/** Both are sent from the start of a call. */
export const ALL_ON = { video: false, audio: false } as const;

/** Camera and microphone of this tab: which exist, which are selected, which are open. */
export const deviceStore = createStore<DeviceState>()(() => ({
  ...closedCamera,
  ...closedMicrophone,
  ...QUIET,
  off: ALL_ON,
  cameraType: 'INTEGRATED_CAM',
  status: 'idle',
  problem: null,
  undetected: false,
  awaited: false,
  cameras: [],
  microphones: [],
  speakers: [],
  speakerId: '',
  quality: FIRST_QUALITY,
  allowed: 'MEDIUM',
  projection: 'flat',
  blur: false,
  blurred: null,
  blurring: 'loading',
  ...UNCHANGED,
  sound: null,
  listening: 'unknown',
}));

const { getState: get, setState: set } = deviceStore;

/** Runs the pre-flight check of the open camera. */
export async function checkCamera(): Promise<void> {
  const { native, projection, video } = get();
  if (!native) return;
  const allowed = await allowedQuality(native, projection);
  if (get().video === video && get().projection === projection) set({ allowed });
}

export function chooseProjection(projection: Projection): void {
  set(loadPicture(get().video?.label ?? '', projection));
  void checkCamera();
  changePreferences({ projection });
}

/** Adjusts the 360° picture, and remembers that for this camera on this device. */
export function adjustPicture(settings: CameraSettings): void {
  const { video, projection } = get();
  set(settings);
  if (video) saveSettings(video.label, projection, settings);
}

/** Before a call: whether it begins muted, or with the camera turned off. */
export function turnOff(kind: MediaKind, isOff: boolean): void {
  set({ off: { ...get().off, [kind]: isOff } });
}

export function chooseQuality(quality: QualityChoice): void {
  set({ quality });
  changePreferences({ quality });
}

/** Plays the call, and the tones of notices, on this speaker; on the system's default if there is no such one. */
export function setSpeaker(id: string): void {
  const speakerId = get().speakers.some((speaker) => speaker.id === id) ? id : '';
  set({ speakerId });
  chimeThrough(speakerId);
}

export function chooseSpeaker(speakerId: string): void {
  changePreferences({ speakerId });
  setSpeaker(speakerId);
}

export function soundOf({ sound }: DeviceState): Sound {
  return sound ?? 'voice';
}

/** Whether to propose the sound of the surroundings: the camera shows the place, and this side may wear headphones. */
export function proposesSurroundings({ sound, video, audio, projection, listening }: DeviceState): boolean {
  return sound === null && !!video && !!audio && projection !== 'flat' && listening !== 'loudspeaker';
}

/** Whether a program beside the page sends the camera; `video` is then what it sends, once that has come. */
export function isStreamed({ cameraId }: Pick<DeviceState, 'cameraId'>): boolean {
  return cameraId === STREAMED;
}

/** Whether camera and microphone are open. A program may send both. */
export function hasBoth(devices: DeviceState): boolean {
  const { video, audio, opening } = devices;
  return isStreamed(devices) || (video !== null && audio !== null && !opening.video && !opening.audio);
}

/**
 * Whether there is nothing to choose: at most one camera, and a microphone, which need not be open yet. The lists
 * always include the entry for no device.
 */
export function isStraight({ status, problem, cameras, microphones }: DeviceState): boolean {
  const known = status === 'opening' || status === 'ready';
  return known && !problem && cameras.length <= 2 && microphones.length >= 2;
}

/** Whether the background of the open camera's picture is to be blurred. */
export function isBlurred({ blur, projection, video, cameraId }: DeviceState): boolean {
  return blur && projection === 'flat' && video !== null && !isStreamed({ cameraId });
}

/**
 * The camera's track as others and the user see it. If the background is to be blurred it is never the camera's own
 * track, which would be visible for a moment, except while the system has muted it, which only that track shows.
 */
export function shownVideo(devices: DeviceState): MediaStreamTrack | null {
  const { video, blurred, interrupted } = devices;
  return isBlurred(devices) && !interrupted.video ? blurred : video;
}

/** Size in which the page sends the open camera's picture; null without a camera of its own. */
export function sentSize(devices: DeviceState): Size | null {
  const { video, native, projection } = devices;
  if (!video || !native || isStreamed(devices)) return null;
  return captureSize(native, videoTarget(qualityOf(devices), projection));
}

/** Scales the open camera's picture to the selected quality. */
export async function fitCamera(): Promise<void> {
  const { video } = get();
  const size = sentSize(get());
  if (video && size) await fitTrack(video, size);
}

/** How long a call waits for a camera to change its size, in ms. */
const FIT_MS = 3_000;

export async function fitTrack(track: MediaStreamTrack, size: Size): Promise<void> {
  try {
    const fitting = track.applyConstraints({ ...size, frameRate: 30, resizeMode: 'crop-and-scale' });
    await inTime(fitting, FIT_MS, () => new Error('The camera does not answer'));
  } catch {
    // The camera keeps its native size; the encoder's bitrate still applies.
  }
}

/** The quality to send with; a program sends what it likes. @param choice instead of the current one */
function qualityOf(
  { native, projection, allowed, ...devices }: DeviceState,
  choice = devices.quality,
): Quality {
  if (native && isStreamed(devices)) return sentQuality('DEFAULT', native, projection, 'HIGH');
  return native ? sentQuality(choice, native, projection, allowed) : 'MEDIUM';
}

/** What a choice of quality would request of camera and encoder. */
export function targetOf(devices: DeviceState, choice: QualityChoice): VideoTarget {
  return videoTarget(qualityOf(devices, choice), devices.projection);
}

/** This camera's settings, to be sent to the other seat. */
export function currentCamera(): Camera {
  const { cameraType, projection, stereo, heading, pitch, roll, lenses, video } = get();
  const streamed = isStreamed(get()) ? ({ streamed: true } as const) : {};
  return {
    ...streamed,
    cameraType: video || streamed.streamed ? cameraType : 'NO_CAM',
    quality: qualityOf(get()),
    projection,
    stereo,
    heading,
    pitch,
    roll,
    lenses,
  };
}
