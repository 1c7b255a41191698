import type { Projection } from '#protocol/projection.ts';

/** 360° cameras that send two fisheye circles over USB. */
const DUAL_FISHEYE_CAMERAS = /theta s\b|insta360 air\b/i;
/** 360° cameras that send the whole sphere. */
const SPHERE_CAMERAS = /360|theta (v|z1|x)\b/i;

export type SeenCamera = {
  /** In pixels; 0 while unknown. */
  width: number;
  height: number;
  /** The media device's label. */
  label: string;
};

/** Proposes a projection from the picture's shape and the camera's name; the person can change it. */
export function proposeProjection({ width, height, label }: SeenCamera): Projection {
  if (DUAL_FISHEYE_CAMERAS.test(label)) return 'dual-fisheye';
  const isSphere = SPHERE_CAMERAS.test(label) || (width > 0 && width === 2 * height);
  return isSphere ? 'equirectangular' : 'flat';
}
