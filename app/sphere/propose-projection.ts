import type { Camera } from '#protocol/camera.ts';

/** 360 cameras that send two fisheye circles over USB. */
const DUAL_FISHEYE_CAMERAS = /theta s\b|insta360 air\b/i;
/** 360 cameras that send the whole sphere. */
const SPHERE_CAMERAS = /360|theta (v|z1|x)\b/i;

export type SeenCamera = {
  /** In pixels. */
  width: number;
  height: number;
  /** The label of the media device. */
  label: string;
};

/** How the picture of a camera probably lies, from its shape and its camera's name; the person may know better. */
export function proposeProjection({
  width,
  height,
  label,
}: SeenCamera): Pick<Camera, 'projection' | 'stereo'> {
  const stereo = 'mono';
  if (DUAL_FISHEYE_CAMERAS.test(label)) return { projection: 'dual-fisheye', stereo };
  if (SPHERE_CAMERAS.test(label) || width === 2 * height) return { projection: 'equirectangular', stereo };
  return { projection: 'flat', stereo };
}
