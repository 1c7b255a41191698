import { DEFAULT_FOV } from '../look/look-store.ts';
import type { PanoramaMode, SpherePicture } from '../picture.ts';
import type { PaintWay } from './paint-way.ts';

/**
 * Rendered pixels per video pixel, along an edge. More than two are invisible. Planes are rendered on the CPU, where
 * every pixel is expensive: 1.25 looks hardly softer.
 */
const OVERSAMPLING: Record<PaintWay, number> = { planes: 1.25, texture: 2 };
const HIGHEST = 2;

export type PaintedView = {
  way: PaintWay;
  /** In video pixels. */
  pictureHeight: number;
  mode: PanoramaMode;
  stereo: SpherePicture['stereo'];
  devicePixelRatio: number;
  /** In CSS pixels. */
  viewHeight: number;
};

/**
 * Rendered pixels per CSS pixel: the screen's ratio, but no more than the video has detail for. A 1920×960 sphere has
 * 400 rows in the default view.
 */
export function pixelRatio(view: PaintedView): number {
  const { devicePixelRatio, way, viewHeight } = view;
  const shown = rowsInView({ ...view, fov: DEFAULT_FOV });
  return Math.min(devicePixelRatio, HIGHEST, (OVERSAMPLING[way] * shown) / viewHeight);
}

type ShownPicture = Pick<PaintedView, 'mode' | 'stereo' | 'pictureHeight'> & {
  /** Vertical, in degrees. */
  fov: number;
};

/** Rows of the video from top to bottom of a view of a sphere. */
export function rowsInView({ mode, stereo, pictureHeight, fov }: ShownPicture): number {
  const sphereHeight = stereo === 'top-bottom' ? pictureHeight / 2 : pictureHeight;
  return mode === 'equirectangular' ? sphereHeight : (sphereHeight * fov) / 180;
}
