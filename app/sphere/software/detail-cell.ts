import { BLOCK, DETAIL_FRAME, DETAILED, EDGE, RECTANGLE } from '../detail/rectangle.ts';
import { PLACE_BITS, readStrip } from '../detail/strip.ts';
import { CELL, type Cells, type Fit } from './cells.ts';
import { Region } from './locator.ts';
import type { Planes } from './planes.ts';
import { type ToRgb, toPixel } from './to-rgb.ts';
import { read } from './uneven-cell.ts';

/** A part of the picture in full detail, and its left and top edge in the picture, in pixels. */
export type Detail = { frame: Planes; x: number; y: number };

/** Reads from its strip where a part is. Null if that is unreadable. */
export function placedDetail(frame: Planes): Detail | null {
  const { width, height, layout, data } = frame;
  if (width !== DETAIL_FRAME.width || height !== DETAIL_FRAME.height) return null;
  const isPacked = layout === 'rgba' || layout === 'bgra';
  const step = isPacked ? 4 : 1;
  // Of packed pixels, green is nearest to luma.
  const luma = { data: isPacked ? data.subarray(1) : data, width, height, stride: width * step, step };
  const [x, y] = readStrip(luma, RECTANGLE.height, PLACE_BITS) ?? [];
  return x === undefined || y === undefined ? null : { frame, x: BLOCK * x, y: BLOCK * y };
}

/** How much of a cell a rectangle covers: beyond its blended edge, all of it. */
export const Covered = { NONE: 0, SOME: 1, ALL: 2 } as const;

/** Minimum distance from the frame's edges, so that the neighbours for Y, U and V are inside. */
const MARGIN = 3;

/** A pixel's place in the frame is that in the picture, modulo the rectangle's sides: left and right edge meet. */
const FRAME = { left: 0, right: RECTANGLE.width, top: 0, bottom: RECTANGLE.height, wraps: 'x' } as const;

/** How much of the cell at this top left corner is covered. */
export function coveredPart({ xs, ys, columns }: Cells, corner: number, detail: Detail): number {
  const below = corner + columns + 1;
  const a = shareAt(xs[corner] ?? 0, ys[corner] ?? 0, detail);
  const b = shareAt(xs[corner + 1] ?? 0, ys[corner + 1] ?? 0, detail);
  const c = shareAt(xs[below] ?? 0, ys[below] ?? 0, detail);
  const d = shareAt(xs[below + 1] ?? 0, ys[below + 1] ?? 0, detail);
  const sum = a + b + c + d;
  return sum === 0 ? Covered.NONE : sum === 4 ? Covered.ALL : Covered.SOME;
}

/** The rectangle's share in the colour at a place of the picture, 0 to 1: as `withDetail` in `panorama-shader.ts`. */
function shareAt(x: number, y: number, { x: left, y: top }: Detail): number {
  const insideX = (x - left + DETAILED.width) % DETAILED.width;
  const insideY = y - top;
  const across = Math.min(insideX, RECTANGLE.width - insideX);
  // At the top and bottom of the picture there is nothing to blend with.
  const above = top === 0 ? EDGE : insideY;
  const under = top === DETAILED.height - RECTANGLE.height ? EDGE : RECTANGLE.height - insideY;
  const near = Math.min(1, Math.max(0, Math.min(across, above, under) / EDGE));
  return near * near * (3 - 2 * near);
}

/**
 * Finds where in the frame the cell at this top left corner is.
 * @returns false if it is at the frame's edges, where it does not lie together
 */
export function fitCell({ xs, ys, columns }: Cells, corner: number, fit: Fit): boolean {
  const below = corner + columns + 1;
  const [x0 = 0, x1 = 0, x2 = 0, x3 = 0] = [xs[corner], xs[corner + 1], xs[below], xs[below + 1]];
  const [y0 = 0, y1 = 0, y2 = 0, y3 = 0] = [ys[corner], ys[corner + 1], ys[below], ys[below + 1]];
  fit.left = RECTANGLE.width * Math.floor(Math.min(x0, x1, x2, x3) / RECTANGLE.width);
  fit.top = RECTANGLE.height * Math.floor(Math.min(y0, y1, y2, y3) / RECTANGLE.height);
  return (
    Math.min(x0, x1, x2, x3) - fit.left > MARGIN &&
    Math.max(x0, x1, x2, x3) - fit.left < RECTANGLE.width - MARGIN &&
    Math.min(y0, y1, y2, y3) - fit.top > MARGIN &&
    Math.max(y0, y1, y2, y3) - fit.top < RECTANGLE.height - MARGIN
  );
}

/**
 * Renders a rectangle over a cell that shows the whole picture already, pixel by pixel: at the rectangle's and the
 * frame's edges, and around the poles. Not where two lenses are blended.
 * @param left column of the cell's first pixel; @param top its row
 * @param width of the view in pixels
 */
export function paintDetailCell(
  detail: Detail,
  { locator }: Cells,
  left: number,
  top: number,
  toRgb: ToRgb,
  pixels: Uint32Array,
  width: number,
): void {
  const { frame } = detail;
  for (let row = top; row < top + CELL; row++) {
    for (let column = left; column < left + CELL; column++) {
      const region = locator.locate(column, row);
      if (region === Region.OUTSIDE || region === Region.BOTH) continue;
      const share = shareAt(locator.x, locator.y, detail);
      if (share === 0) continue;
      const x = locator.x % RECTANGLE.width;
      const y = locator.y % RECTANGLE.height;
      const luma = read(frame, 'y', FRAME, x, y, 1);
      const u = read(frame, 'u', FRAME, x, y, 1);
      const v = read(frame, 'v', FRAME, x, y, 1);
      const pixel = row * width + column;
      const before = pixels[pixel] ?? 0;
      pixels[pixel] = toPixel(
        mix(before & 255, (toRgb.ry * luma + toRgb.ru * u + toRgb.rv * v + toRgb.r0) >> 16, share),
        mix((before >> 8) & 255, (toRgb.gy * luma + toRgb.gu * u + toRgb.gv * v + toRgb.g0) >> 16, share),
        mix((before >> 16) & 255, (toRgb.by * luma + toRgb.bu * u + toRgb.bv * v + toRgb.b0) >> 16, share),
      );
    }
  }
}

const mix = (whole: number, detail: number, share: number) => whole + (detail - whole) * share;
