import type { Camera } from '#protocol/camera.ts';
import type { Lenses } from '#protocol/lenses.ts';
import type { Projection } from '#protocol/projection.ts';
import { type Rotate, rotation } from './rotation.ts';

type Orientation = 'heading' | 'pitch' | 'roll';
type SphereProjection = Exclude<Projection, 'flat'>;

/**
 * The part of the whole sphere's equirectangular map that a picture shows: left and top edge, width and height, as
 * shares of the map's.
 */
export type Bounds = { left: number; top: number; width: number; height: number };

/** How a camera's picture is mapped to the sphere around the viewer. */
export type SpherePicture = Pick<Camera, 'stereo' | Orientation | 'lenses'> & {
  projection: SphereProjection;
  /** Of an equirectangular picture; if omitted, the whole sphere. */
  bounds?: Bounds;
};

const WHOLE: Bounds = { left: 0, top: 0, width: 1, height: 1 };
/** 180° is the middle of a whole sphere. */
const HALF: Bounds = { left: 0.25, top: 0, width: 0.5, height: 1 };

/** The part of the sphere that a picture shows; the whole one for a dual fisheye picture. */
export function boundsOf({
  projection,
  bounds = WHOLE,
}: Pick<SpherePicture, 'projection' | 'bounds'>): Bounds {
  return projection === 'half' ? HALF : bounds;
}

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
