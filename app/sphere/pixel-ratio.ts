import { DEFAULT_FOV } from './look-store.ts';
import type { PaintWay } from './paint-meter.ts';
import type { PanoramaMode, SpherePicture } from './picture.ts';

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
  /** In CSS pixels. */
  viewHeight: number;
};

export type PaintedView = {
  mode: PanoramaMode;
  stereo: SpherePicture['stereo'];
  devicePixelRatio: number;
  /** Null before the first frame. */
  painted: PaintedSize | null;
};

/**
 * Pixels to paint for one CSS pixel: those of the screen, but no more than the video has detail for. A sphere of
 * 1920×960 has 400 pixels in the height of the usual view.
 */
export function pixelRatio({ mode, stereo, devicePixelRatio, painted }: PaintedView): number {
  const highest = Math.min(devicePixelRatio, HIGHEST);
  if (!painted) return Math.min(highest, 1);
  const { way, pictureHeight, viewHeight } = painted;
  const sphereHeight = stereo === 'top-bottom' ? pictureHeight / 2 : pictureHeight;
  const shown = mode === 'equirectangular' ? sphereHeight : (sphereHeight * DEFAULT_FOV) / 180;
  return Math.min(highest, (OVERSAMPLING[way] * shown) / viewHeight);
}
