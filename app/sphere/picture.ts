import type { Camera, Projection } from '#protocol/camera.ts';
import { type Rotate, rotation } from './look/rotation.ts';

type Orientation = 'heading' | 'pitch' | 'roll';
type SphereProjection = Exclude<Projection, 'flat'>;

/** How a camera's picture is mapped to the sphere around the viewer. */
export type SpherePicture = Pick<Camera, 'stereo' | Orientation> & { projection: SphereProjection };

/** False for a flat picture, which a plain `<video>` shows. */
export function isSpherePicture<P extends Pick<Camera, 'projection' | 'stereo' | Orientation>>(
  picture: P,
): picture is P & SpherePicture {
  return picture.projection !== 'flat';
}

/** From directions around the viewer, whose front is the camera's and whose horizon is level, to those in the picture. */
export function toPicture({ heading, pitch, roll }: Pick<SpherePicture, Orientation>): Rotate {
  return rotation({ yaw: heading, pitch, roll });
}

/**
 * `equirectangular` shows the whole sphere as a flat map, `spherical` the view from its centre. A headset has both, with
 * its own cameras in place of the look store.
 */
export type PanoramaMode = 'equirectangular' | 'spherical';
