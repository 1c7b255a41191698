import type { PaintWay } from '../frames/painted-picture.ts';
import { DEFAULT_FOV } from '../look/look-store.ts';
import type { PanoramaMode, SpherePicture } from '../picture.ts';

/**
 * Pixels to one of the video's, along an edge. More than two are not seen. Frames that come as planes were decoded in
 * software, on machines that often paint in software too, where every pixel takes its time: 1.25 look hardly softer.
 */
const OVERSAMPLING: Record<PaintWay, number> = { planes: 1.25, texture: 2 };
const HIGHEST = 2;

export type PaintedSize = {
  way: PaintWay;
  /** In pixels of the video. */
  pictureHeight: number;
};

export type PaintedView = PaintedSize & {
  mode: PanoramaMode;
  stereo: SpherePicture['stereo'];
  devicePixelRatio: number;
  /** In CSS pixels. */
  viewHeight: number;
};

/**
 * Pixels to paint for one CSS pixel: those of the screen, but no more than the video has detail for. A sphere of
 * 1920×960 has 400 pixels in the height of the usual view.
 */
export function pixelRatio(view: PaintedView): number {
  const { mode, stereo, devicePixelRatio, way, pictureHeight, viewHeight } = view;
  const sphereHeight = stereo === 'top-bottom' ? pictureHeight / 2 : pictureHeight;
  const shown = mode === 'equirectangular' ? sphereHeight : (sphereHeight * DEFAULT_FOV) / 180;
  return Math.min(devicePixelRatio, HIGHEST, (OVERSAMPLING[way] * shown) / viewHeight);
}
