import type { Camera, Projection } from '#protocol/camera.ts';

export type SphereProjection = Exclude<Projection, 'flat'>;

/** How a camera's picture lies on the sphere around the viewer. */
export type SpherePicture = Pick<Camera, 'stereo' | 'heading'> & { projection: SphereProjection };

/** False for a flat picture, which a plain `<video>` shows. */
export function isSpherePicture<P extends Pick<Camera, 'projection' | 'stereo' | 'heading'>>(
  picture: P,
): picture is P & SpherePicture {
  return picture.projection !== 'flat';
}

/**
 * `equirectangular` is the whole sphere as a flat map, `spherical` looks round from its middle. A headset would be a
 * third one: it draws the same sphere as `spherical`, with the headset's own cameras in place of the look store.
 */
export type PanoramaMode = 'equirectangular' | 'spherical';
