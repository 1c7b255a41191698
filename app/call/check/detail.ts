import { isSpherePicture, type PanoramaMode } from '#app/sphere/picture.ts';
import type { Camera } from '#protocol/camera.ts';
import type { Projection } from '#protocol/projection.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import type { Size } from '../devices/capture.ts';

/** Coverage of each projection: degrees across the whole width of the picture of one eye. */
const DEGREES_ACROSS: Record<Exclude<Projection, 'flat' | 'dual-fisheye'>, number> = {
  equirectangular: 360,
  half: 180,
};

/**
 * Pixels per degree of a picture's horizon; null for a flat one, whose field of view is unknown.
 * @param width of the whole picture, in pixels
 */
export function pixelsPerDegree(
  width: number,
  { projection, stereo, lenses }: Pick<Camera, 'projection' | 'stereo' | 'lenses'>,
): number | null {
  if (projection === 'flat') return null;
  if (projection === 'dual-fisheye') return (2 * lenses.front.rx * width) / lenses.fov;
  return (stereo === 'left-right' ? width / 2 : width) / DEGREES_ACROSS[projection];
}

export type View = {
  /** Of the window, in CSS pixels. */
  width: number;
  height: number;
  devicePixelRatio: number;
  mode: PanoramaMode;
  /** Vertical field of view, in degrees. */
  fov: number;
};

/** Device pixels per degree at the centre of a view of a sphere, where a perspective view has the fewest. */
export function viewPixelsPerDegree({ width, height, devicePixelRatio, mode, fov }: View): number {
  // The whole sphere, fitted into the window.
  if (mode === 'equirectangular') return Math.min(width / 360, height / 180) * devicePixelRatio;
  const half = (fov / 2) * (Math.PI / 180);
  return ((height / 2 / Math.tan(half)) * devicePixelRatio * Math.PI) / 180;
}

/** What limits the visible detail: the other side's sent quality, what arrives of it, or the window. */
type DetailLimit = 'sent' | 'arriving' | 'window';
export type SeenDetail = { degrees: number; limit: DetailLimit };

/** Tolerance, because scaled pictures are rounded to even sizes. */
const ROUNDING = 0.99;

/**
 * The visible detail in pixels per degree, and what limits it; null for a flat picture.
 * @param camera the other side's
 * @param received size of the arriving picture; null while it is unknown
 */
export function seenDetail(camera: Camera, received: Size | null, view: View): SeenDetail | null {
  if (!isSpherePicture(camera)) return null;
  const { width } = videoTarget(camera.quality, camera.projection);
  const sent = pixelsPerDegree(width, camera) ?? 0;
  const arriving = received ? (pixelsPerDegree(received.width, camera) ?? 0) : sent;
  const window = viewPixelsPerDegree(view);
  const degrees = Math.min(arriving, window);
  if (degrees === window) return { degrees, limit: 'window' };
  return { degrees, limit: arriving < sent * ROUNDING ? 'arriving' : 'sent' };
}
