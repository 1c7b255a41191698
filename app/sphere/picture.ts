import type { Camera, Projection } from '#protocol/camera.ts';

type SphereProjection = Exclude<Projection, 'flat'>;

/** How a camera's picture is mapped to the sphere around the viewer. */
export type SpherePicture = Pick<Camera, 'stereo' | 'heading'> & { projection: SphereProjection };

/** False for a flat picture, which a plain `<video>` shows. */
export function isSpherePicture<P extends Pick<Camera, 'projection' | 'stereo' | 'heading'>>(
  picture: P,
): picture is P & SpherePicture {
  return picture.projection !== 'flat';
}

/**
 * `equirectangular` shows the whole sphere as a flat map, `spherical` the view from its centre. A headset has both, with
 * its own cameras in place of the look store.
 */
export type PanoramaMode = 'equirectangular' | 'spherical';
