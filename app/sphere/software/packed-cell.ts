import { CELL, type Cells, type Fit } from './cells.ts';

/** One, in fixed-point numbers with 16 fractional bits. */
const ONE = 65_536;
/** The first and the third byte of a pixel: both are interpolated by one multiplication. */
const OUTER = 0xff00ff;

/**
 * Renders an even cell of a picture with four bytes per pixel: positions are interpolated between the cell's corners,
 * colours between their four neighbours.
 * @param stored the picture's pixels, row by row
 * @param stride the picture's width
 * @param isBgra blue comes first
 * @param corner the cell's top left one
 * @param first index of the cell's first pixel
 * @param width of the view in pixels
 */
export function paintPackedCell(
  stored: Uint32Array,
  stride: number,
  isBgra: boolean,
  { xs, ys, columns }: Cells,
  corner: number,
  fit: Fit,
  pixels: Uint32Array,
  first: number,
  width: number,
): void {
  const below = corner + columns + 1;
  const x00 = ((xs[corner] ?? 0) - fit.left) / fit.unit;
  const x10 = ((xs[corner + 1] ?? 0) - fit.left) / fit.unit;
  const x01 = ((xs[below] ?? 0) - fit.left) / fit.unit;
  const x11 = ((xs[below + 1] ?? 0) - fit.left) / fit.unit;
  const y00 = ((ys[corner] ?? 0) - fit.top) / fit.unit;
  const y10 = ((ys[corner + 1] ?? 0) - fit.top) / fit.unit;
  const y01 = ((ys[below] ?? 0) - fit.top) / fit.unit;
  const y11 = ((ys[below + 1] ?? 0) - fit.top) / fit.unit;
  for (let line = 0; line < CELL; line++) {
    const part = line / CELL;
    const left = x00 + (x01 - x00) * part - 0.5;
    const top = y00 + (y01 - y00) * part - 0.5;
    let x = (left * ONE) | 0;
    let y = (top * ONE) | 0;
    const dx = (((x10 + (x11 - x10) * part - 0.5 - left) * ONE) / CELL) | 0;
    const dy = (((y10 + (y11 - y10) * part - 0.5 - top) * ONE) / CELL) | 0;
    const start = first + line * width;
    for (let pixel = start; pixel < start + CELL; pixel++) {
      const at = (y >> 16) * stride + (x >> 16);
      const across = (x >> 8) & 255;
      const down = (y >> 8) & 255;
      const share11 = (across * down) >> 8;
      const share10 = across - share11;
      const share01 = down - share11;
      const share00 = 256 - across - share01;
      const a = stored[at] ?? 0;
      const b = stored[at + 1] ?? 0;
      const c = stored[at + stride] ?? 0;
      const d = stored[at + stride + 1] ?? 0;
      const sum =
        Math.imul(a & OUTER, share00) +
        Math.imul(b & OUTER, share10) +
        Math.imul(c & OUTER, share01) +
        Math.imul(d & OUTER, share11);
      const outer = (sum >>> 8) & OUTER;
      const green =
        ((a >>> 8) & 255) * share00 +
        ((b >>> 8) & 255) * share10 +
        ((c >>> 8) & 255) * share01 +
        ((d >>> 8) & 255) * share11;
      const redAndBlue = isBgra ? (outer << 16) | (outer >>> 16) : outer;
      pixels[pixel] = 0xff000000 | (green & 0xff00) | redAndBlue;
      x = (x + dx) | 0;
      y = (y + dy) | 0;
    }
  }
}
