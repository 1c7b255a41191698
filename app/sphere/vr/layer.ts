import { type SpherePicture, toPicture } from '../picture.ts';
import { type Rotate, reversed, rotation } from '../rotation.ts';

/** How a headset shows a picture by itself, as an equirectangular layer of WebXR. */
export type Layer = {
  layout: 'mono' | 'stereo-top-bottom' | 'stereo-left-right';
  /** Its width, in radians. */
  centralHorizontalAngle: number;
};

const LAYOUTS = {
  mono: 'mono',
  'top-bottom': 'stereo-top-bottom',
  'left-right': 'stereo-left-right',
} as const satisfies Record<SpherePicture['stereo'], Layer['layout']>;

/** Null for what layers cannot show: lenses, and a part of the sphere that is not its half. */
export function layerOf({
  projection,
  stereo,
  bounds,
}: Pick<SpherePicture, 'projection' | 'stereo' | 'bounds'>): Layer | null {
  if (projection === 'dual-fisheye' || bounds) return null;
  return {
    layout: LAYOUTS[stereo],
    centralHorizontalAngle: projection === 'half' ? Math.PI : 2 * Math.PI,
  };
}

/**
 * Rotation of a picture, whose middle is ahead, to the headset's space.
 * @param front where the camera's front is, in degrees to the right
 */
export function layerTurn(picture: Pick<SpherePicture, 'heading' | 'pitch' | 'roll'>, front: number): Rotate {
  const toCamera = reversed(toPicture(picture));
  const turn = rotation({ yaw: front, pitch: 0, roll: 0 });
  return (x, y, z) => turn(...toCamera(x, y, z));
}
