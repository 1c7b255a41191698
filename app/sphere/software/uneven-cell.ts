import { CELL, type Cells } from './cells.ts';
import { type Locator, Region } from './locator.ts';
import type { Planes } from './planes.ts';
import { type ToRgb, toPixel } from './to-rgb.ts';

/** The background `ink` (#0b1016). */
export const INK_PIXEL = toPixel(0x0b, 0x10, 0x16) >>> 0;

/**
 * Renders a cell whose positions are computed one by one, including a picture's edges: interpolates across those that
 * meet around the viewer, but not the others, and blends two lenses.
 * @param left column of the cell's first pixel; @param top its row
 * @param unit pixels of the cells' picture in one of the frame
 * @param width of the view in pixels
 */
export function paintUnevenCell(
  frame: Planes,
  { locator }: Cells,
  left: number,
  top: number,
  unit: number,
  toRgb: ToRgb,
  pixels: Uint32Array,
  width: number,
): void {
  for (let row = top; row < top + CELL; row++) {
    for (let column = left; column < left + CELL; column++) {
      const region = locator.locate(column, row);
      const pixel = row * width + column;
      if (region === Region.OUTSIDE) {
        pixels[pixel] = INK_PIXEL;
        continue;
      }
      const { x, y, backX, backY, frontShare } = locator;
      let luma = read(frame, 'y', locator, x, y, unit);
      let u = read(frame, 'u', locator, x, y, unit);
      let v = read(frame, 'v', locator, x, y, unit);
      if (region === Region.BOTH) {
        luma += (read(frame, 'y', locator, backX, backY, unit) - luma) * (1 - frontShare);
        u += (read(frame, 'u', locator, backX, backY, unit) - u) * (1 - frontShare);
        v += (read(frame, 'v', locator, backX, backY, unit) - v) * (1 - frontShare);
      }
      pixels[pixel] = toPixel(
        (toRgb.ry * luma + toRgb.ru * u + toRgb.rv * v + toRgb.r0) >> 16,
        (toRgb.gy * luma + toRgb.gu * u + toRgb.gv * v + toRgb.g0) >> 16,
        (toRgb.by * luma + toRgb.bu * u + toRgb.bv * v + toRgb.b0) >> 16,
      );
    }
  }
}

/** Edges of what may be read, and whether those at left and right, or top and bottom, meet. */
type Edges = Pick<Locator, 'left' | 'right' | 'top' | 'bottom' | 'wraps'>;

/**
 * One plane, or byte of `rgba` or `bgra`, at a position of the stored picture, interpolated, 0 to 65,280.
 * @param unit pixels in which edges and position are measured, in one of the frame
 */
export function read(
  { layout, data, width, height }: Planes,
  plane: 'y' | 'u' | 'v',
  { left, right, top, bottom, wraps }: Edges,
  x: number,
  y: number,
  unit: number,
): number {
  const isPacked = layout === 'rgba' || layout === 'bgra';
  const interleaved = isPacked || (layout === 'nv12' && plane !== 'y');
  const divisor = isPacked || plane === 'y' ? 1 : 2;
  const scale = divisor * unit;
  const step = isPacked ? 4 : interleaved ? 2 : 1;
  const columns = Math.ceil(width / divisor);
  let start = plane === 'y' ? 0 : isPacked ? 1 : width * height;
  if (plane === 'v') start += interleaved ? 1 : columns * Math.ceil(height / 2);

  const column = Math.floor(x / scale - 0.5);
  const row = Math.floor(y / scale - 0.5);
  const across = x / scale - 0.5 - column;
  const down = y / scale - 0.5 - row;
  const [firstX, lastX] = [Math.ceil(left / scale), Math.ceil(right / scale) - 1];
  const [firstY, lastY] = [Math.ceil(top / scale), Math.ceil(bottom / scale) - 1];
  const x0 = within(column, firstX, lastX, wraps === 'x') * step + start;
  const x1 = within(column + 1, firstX, lastX, wraps === 'x') * step + start;
  const y0 = within(row, firstY, lastY, wraps === 'y') * columns * step;
  const y1 = within(row + 1, firstY, lastY, wraps === 'y') * columns * step;
  const above = (data[y0 + x0] ?? 0) * (1 - across) + (data[y0 + x1] ?? 0) * across;
  const under = (data[y1 + x0] ?? 0) * (1 - across) + (data[y1 + x1] ?? 0) * across;
  return (above * (1 - down) + under * down) * 256;
}

/** An index in a plane: beyond an edge the nearest one, or, where edges meet, that of the opposite edge. */
function within(index: number, first: number, last: number, wraps: boolean): number {
  if (index < first) return wraps ? last : first;
  if (index > last) return wraps ? first : last;
  return index;
}
