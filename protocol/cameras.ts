import type { CameraType } from './camera.ts';
import type { Projection } from './projection.ts';

type NamedCamera = {
  /** Found in the name that browsers show, without USB ids. */
  name: RegExp;
  /** Null: an ordinary, flat camera. */
  cameraType: CameraType | null;
  /** Null: it depends on the camera's mode, so the shape of the picture decides. */
  projection: Projection | null;
};

/** The first that fits. Sources, and what other cameras need: docs/cameras.md. */
const NAMED_CAMERAS: readonly NamedCamera[] = [
  { name: /theta s\b/i, cameraType: 'RICOH_THETA', projection: 'dual-fisheye' },
  // RICOH's drivers for Windows: `THETA UVC FullHD Blender` joins the THETA S's circles, `RICOH THETA UVC` is a V or Z1.
  { name: /theta uvc/i, cameraType: 'RICOH_THETA', projection: 'equirectangular' },
  { name: /theta ?(v|z1|x)\b/i, cameraType: 'RICOH_THETA', projection: 'equirectangular' },
  { name: /theta/i, cameraType: 'RICOH_THETA', projection: null },
  { name: /insta360 (link|ace|go)\b/i, cameraType: null, projection: 'flat' },
  { name: /insta360 virtual camera/i, cameraType: null, projection: null },
  { name: /insta360 air\b/i, cameraType: 'INSTA360_AIR', projection: 'dual-fisheye' },
  { name: /insta360 one x\b/i, cameraType: 'INSTA360_ONE_X', projection: null },
  { name: /insta360 (one )?x2\b/i, cameraType: 'INSTA360_X2', projection: null },
  { name: /insta360 (one )?x3\b/i, cameraType: 'INSTA360_X3', projection: null },
  { name: /insta360 x4\b(?! air)/i, cameraType: 'INSTA360_X4', projection: null },
  { name: /insta360 one r\b/i, cameraType: 'INSTA360_R', projection: null },
  { name: /insta360 one rs\b/i, cameraType: 'INSTA360_RS', projection: null },
  { name: /insta360 sphere\b/i, cameraType: 'INSTA360_SPHERE', projection: null },
  { name: /insta360/i, cameraType: 'INSTA360_OTHER', projection: null },
];

/** Removes the USB vendor and product that Chromium appends: `HD Webcam (046d:0825)`. */
export function shortLabel(label: string): string {
  return label.replace(/ ?\([0-9a-f]{4}:[0-9a-f]{4}\)$/i, '').trim();
}

/** What is known of a camera by its name; null for all others. @param label the media device's label */
export function namedCamera(label: string): NamedCamera | null {
  const name = shortLabel(label);
  return NAMED_CAMERAS.find((camera) => camera.name.test(name)) ?? null;
}

/** Whether cameras of this type film all around. */
export function seesAllAround(cameraType: CameraType): boolean {
  return NAMED_CAMERAS.some((camera) => camera.cameraType === cameraType);
}
