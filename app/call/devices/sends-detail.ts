import { DETAILED } from '#app/sphere/detail/rectangle.ts';
import { canMakeTracks } from '#app/sphere/worker-track.ts';
import type { Projection } from '#protocol/projection.ts';
import type { Size } from './capture.ts';
import { isLayered, usualVideoCodec } from './video-codec.ts';

/** Whether this browser can cut a part out of the picture of a sphere, to send it in full detail. */
export function canCutDetail({ width, height }: Size): boolean {
  return width === DETAILED.width && height === DETAILED.height && canMakeTracks();
}

/**
 * Whether in HIGH this camera and browser send the part of the picture that the viewer looks at in full detail, and the
 * whole small: together about as many pixels as in MEDIUM. Not of a larger camera: its frames keep their size in memory, as
 * Chromium scales them only where they are used.
 * @param native the camera's largest picture
 */
export function sendsDetail(native: Size, projection: Projection): boolean {
  return projection !== 'flat' && canCutDetail(native) && isLayered(usualVideoCodec());
}
