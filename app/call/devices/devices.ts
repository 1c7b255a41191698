import { inTime } from '#app/components/page/in-time.ts';
import type { CameraType } from '#protocol/camera.ts';
import { namedCamera } from '#protocol/cameras.ts';
import { nativeConstraints, type Size } from './capture.ts';
import { resolutionsUpTo } from './chosen-quality.ts';
import { type Listening, listeningWith, microphoneConstraints, type Sound } from './sound.ts';

const LIST_MS = 5_000;

/** The id of the 'no camera' and 'no microphone' entries. */
export const NO_DEVICE = 'none';
/** Stands for the camera of a program beside the page, which sends it to the room by WHIP. */
export const STREAMED = 'streamed';
/** Chromium's entries for the device that the system prefers. */
export const ALIASES: readonly string[] = ['default', 'communications'];

export type CameraOption = {
  id: string;
  cameraType: CameraType;
  /** Key of its translated name; cameras are numbered by `index` from 1. */
  nameCode: 'camera' | 'noCamera';
  index: number;
  /** The operating system's name; empty without permission. */
  label: string;
  /** Largest first; empty where only opening the camera would tell. */
  resolutions: Size[];
};

export type MicrophoneOption = {
  id: string;
  nameCode: 'microphone' | 'noMicrophone';
  index: number;
  label: string;
};

/** A loudspeaker or headphones. */
export type SpeakerOption = { id: string; nameCode: 'speaker'; index: number; label: string };

export type DeviceOptions = {
  cameras: CameraOption[];
  microphones: MicrophoneOption[];
  /** Besides the system's default; none where pages cannot choose one. */
  speakers: SpeakerOption[];
  listening: Listening;
};

/**
 * Why there is no video or sound: refused by the person or the browser, no such device, in use by another program, or
 * calls are not supported (e.g. without HTTPS).
 */
export type AccessProblem = 'denied' | 'missing' | 'busy' | 'unsupported';

export class MediaAccessError extends Error {
  readonly problem: AccessProblem;
  constructor(problem: AccessProblem) {
    super(problem);
    this.name = 'MediaAccessError';
    this.problem = problem;
  }
}

/** Whether this browser supports calls and WebGL. */
export function isCallSupported(): boolean {
  return (
    typeof RTCPeerConnection === 'function' &&
    typeof Worker === 'function' &&
    typeof navigator.mediaDevices?.getUserMedia === 'function'
  );
}

/** Whether this browser plays a page's sound on the speaker that the page chooses: Safari does from 18.4 on. */
export function canChooseSpeaker(): boolean {
  return typeof HTMLMediaElement === 'function' && 'setSinkId' in HTMLMediaElement.prototype;
}

/**
 * @param label the operating system's name of the camera
 * @param facing of the camera's `facingMode`, where the browser knows it
 */
export function cameraTypeOf(label: string, facing: readonly string[] = []): CameraType {
  const named = namedCamera(label)?.cameraType;
  if (named) return named;
  if (!matchMedia('(pointer: coarse)').matches) return 'INTEGRATED_CAM';
  if (facing.includes('user') || /front|user/i.test(label)) return 'MOBILE_FRONT';
  if (facing.includes('environment') || /back|rear|environment/i.test(label)) return 'MOBILE_BACK';
  return 'INTEGRATED_CAM';
}

/**
 * The devices offered in the setup, followed by the entry for no device.
 * @throws MediaAccessError busy if the browser does not answer in time
 */
export async function listDevices(): Promise<DeviceOptions> {
  const listing = navigator.mediaDevices.enumerateDevices();
  const devices = await inTime(listing, LIST_MS, () => new MediaAccessError('busy'));
  const ofKind = (kind: MediaDeviceKind) => devices.filter((device) => device.kind === kind);
  const cameras = ofKind('videoinput').map((device, at): CameraOption => {
    const { facingMode, ...capabilities } = capabilitiesOf(device);
    return {
      id: device.deviceId,
      cameraType: cameraTypeOf(device.label, facingMode),
      nameCode: 'camera',
      index: at + 1,
      label: device.label,
      resolutions: resolutionsOf(capabilities),
    };
  });
  const microphones = ofKind('audioinput').map(
    ({ deviceId, label }, at): MicrophoneOption => ({
      id: deviceId,
      nameCode: 'microphone',
      index: at + 1,
      label,
    }),
  );
  const speakers = (canChooseSpeaker() ? ofKind('audiooutput') : [])
    .filter(({ deviceId }) => deviceId !== '' && !ALIASES.includes(deviceId))
    .map(
      ({ deviceId, label }, at): SpeakerOption => ({
        id: deviceId,
        nameCode: 'speaker',
        index: at + 1,
        label,
      }),
    );
  return {
    speakers,
    cameras: [...cameras, NO_CAMERA],
    microphones: [...microphones, { id: NO_DEVICE, nameCode: 'noMicrophone', index: 0, label: '' }],
    listening: listeningWith(ofKind('audiooutput')),
  };
}

const NO_CAMERA: CameraOption = {
  id: NO_DEVICE,
  cameraType: 'NO_CAM',
  nameCode: 'noCamera',
  index: 0,
  label: '',
  resolutions: [],
};

/** Empty where only opening the camera would tell, as in Firefox. */
function capabilitiesOf(device: MediaDeviceInfo): MediaTrackCapabilities {
  if (typeof InputDeviceInfo !== 'function' || !(device instanceof InputDeviceInfo)) return {};
  return device.getCapabilities?.() ?? {};
}

function resolutionsOf({ width, height }: MediaTrackCapabilities): Size[] {
  return width?.max && height?.max ? resolutionsUpTo({ width: width.max, height: height.max }) : [];
}

async function open(constraints: MediaStreamConstraints): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraints);
  } catch (error) {
    throw new MediaAccessError(problemOf(error));
  }
}

// Error names: https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia
function problemOf(error: unknown): AccessProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

/** Opens a camera (null: the system's default) at its largest size. @throws MediaAccessError */
export async function openCamera(id: string | null): Promise<MediaStreamTrack> {
  const [track] = (await open({ video: nativeConstraints(id) })).getVideoTracks();
  if (!track) throw new MediaAccessError('missing');
  return track;
}

/** Opens a microphone (null: the system's default). @throws MediaAccessError */
export async function openMicrophone(id: string | null, sound: Sound): Promise<MediaStreamTrack> {
  const [track] = (await open({ audio: microphoneConstraints(id, sound) })).getAudioTracks();
  if (!track) throw new MediaAccessError('missing');
  return track;
}

/** Opens both with a single permission prompt. @throws MediaAccessError */
export async function openBoth(
  cameraId: string | null,
  microphoneId: string | null,
  sound: Sound,
): Promise<MediaStreamTrack[]> {
  const stream = await open({
    video: nativeConstraints(cameraId),
    audio: microphoneConstraints(microphoneId, sound),
  });
  return stream.getTracks();
}
