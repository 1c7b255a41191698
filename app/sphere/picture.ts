import type { Camera } from '#protocol/camera.ts';
import type { Lenses } from '#protocol/lenses.ts';
import type { Projection } from '#protocol/projection.ts';
import { type Rotate, rotation } from './rotation.ts';

type Orientation = 'heading' | 'pitch' | 'roll';
type SphereProjection = Exclude<Projection, 'flat'>;

/** How a camera's picture is mapped to the sphere around the viewer. */
export type SpherePicture = Pick<Camera, 'stereo' | Orientation | 'lenses'> & {
  projection: SphereProjection;
};

/** False for a flat picture, which a plain `<video>` shows. */
export function isSpherePicture<P extends Omit<SpherePicture, 'projection'> & Pick<Camera, 'projection'>>(
  picture: P,
): picture is P & SpherePicture {
  return picture.projection !== 'flat';
}

/**
 * Rotation from directions around the viewer, whose front is the camera's and whose horizon is level, to those in the
 * picture.
 */
export function toPicture({ heading, pitch, roll }: Pick<SpherePicture, Orientation>): Rotate {
  return rotation({ yaw: heading, pitch, roll });
}

const radians = Math.PI / 180;

/**
 * Half of a lens's field of view, and half of the angle in which both lenses are blended around the seam, in radians:
 * at most their overlap, so that nothing outside their circles is shown.
 */
export function lensAngles({ fov, blend }: Lenses): { reach: number; fade: number } {
  return { reach: (fov / 2) * radians, fade: (Math.min(blend, fov - 180) / 2) * radians };
}

/**
 * `equirectangular` shows the whole sphere as a flat map, `spherical` the view from its centre. A headset has both,
 * with its own cameras instead of the look store.
 */
export type PanoramaMode = 'equirectangular' | 'spherical';
