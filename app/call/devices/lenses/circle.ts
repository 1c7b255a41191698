import { type LensCircle, RADIUS } from '#protocol/lenses.ts';
import type { Size } from '../capture.ts';

/** The circle with its centre moved, as shares of the picture. */
export function moved(circle: LensCircle, x: number, y: number): LensCircle {
  return { ...circle, x: rounded(within(x, 0, 1)), y: rounded(within(y, 0, 1)) };
}

/** A true circle. @param rx its radius, as a share of the picture's width; @param size of the picture, in pixels */
export function resized(circle: LensCircle, rx: number, { width, height }: Size): LensCircle {
  const shape = width / height;
  const least = Math.max(RADIUS.rx.min, RADIUS.ry.min / shape);
  const radius = within(rx, least, Math.min(RADIUS.rx.max, RADIUS.ry.max / shape));
  return { ...circle, rx: rounded(radius), ry: rounded(radius * shape) };
}

/** Rounds to less than a tenth of a pixel. */
export function rounded(share: number): number {
  return Math.round(share * 1e5) / 1e5;
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
