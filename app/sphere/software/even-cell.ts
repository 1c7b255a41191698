import { CELL, type Cells, type Fit } from './cells.ts';
import type { Planes } from './planes.ts';
import { type ToRgb, toPixel } from './to-rgb.ts';

/** One, in fixed-point numbers with 16 fractional bits. */
const ONE = 65_536;
/** A quarter of a pixel: pixels of U and V are twice as large, and their centres lie a quarter to the left. */
const QUARTER = ONE / 4;

/**
 * Renders an even cell: positions are interpolated between its corners, Y, U and V between their four neighbours. Two
 * adjacent pixels share U and V, which have half the resolution.
 * @param corner the cell's top left one
 * @param first index of the cell's first pixel
 * @param width of the view in pixels
 */
export function paintEvenCell(
  { layout, data, width: stride, height }: Planes,
  { xs, ys, columns }: Cells,
  corner: number,
  fit: Fit,
  toRgb: ToRgb,
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
  const { ry, ru, rv, r0, gy, gu, gv, g0, by, bu, bv, b0 } = toRgb;
  const lumaSize = stride * height;
  const chromaColumns = (stride + 1) >> 1;
  const step = layout === 'nv12' ? 2 : 1;
  const chromaStride = chromaColumns * step;
  const vAfterU = layout === 'nv12' ? 1 : chromaColumns * ((height + 1) >> 1);

  for (let line = 0; line < CELL; line++) {
    const part = line / CELL;
    const left = x00 + (x01 - x00) * part - 0.5;
    const top = y00 + (y01 - y00) * part - 0.5;
    let x = (left * ONE) | 0;
    let y = (top * ONE) | 0;
    const dx = (((x10 + (x11 - x10) * part - 0.5 - left) * ONE) / CELL) | 0;
    const dy = (((y10 + (y11 - y10) * part - 0.5 - top) * ONE) / CELL) | 0;
    const start = first + line * width;
    for (let pixel = start; pixel < start + CELL; pixel += 2) {
      const chromaX = ((x + (dx >> 1)) >> 1) - QUARTER;
      const chromaY = ((y + (dy >> 1)) >> 1) - QUARTER;
      const acrossChroma = (chromaX >> 8) & 255;
      const downChroma = (chromaY >> 8) & 255;
      const uAt = lumaSize + (chromaY >> 16) * chromaStride + (chromaX >> 16) * step;
      const vAt = uAt + vAfterU;
      const share11 = (acrossChroma * downChroma) >> 8;
      const share10 = acrossChroma - share11;
      const share01 = downChroma - share11;
      const share00 = 256 - acrossChroma - share01;
      const u =
        (data[uAt] ?? 0) * share00 +
        (data[uAt + step] ?? 0) * share10 +
        (data[uAt + chromaStride] ?? 0) * share01 +
        (data[uAt + chromaStride + step] ?? 0) * share11;
      const v =
        (data[vAt] ?? 0) * share00 +
        (data[vAt + step] ?? 0) * share10 +
        (data[vAt + chromaStride] ?? 0) * share01 +
        (data[vAt + chromaStride + step] ?? 0) * share11;
      const redOfChroma = ru * u + rv * v + r0;
      const greenOfChroma = gu * u + gv * v + g0;
      const blueOfChroma = bu * u + bv * v + b0;
      for (let second = 0; second < 2; second++) {
        const at = (y >> 16) * stride + (x >> 16);
        const across = (x >> 8) & 255;
        const down = (y >> 8) & 255;
        const above = (data[at] ?? 0) * (256 - across) + (data[at + 1] ?? 0) * across;
        const under = (data[at + stride] ?? 0) * (256 - across) + (data[at + stride + 1] ?? 0) * across;
        const luma = (above * (256 - down) + under * down) >> 8;
        pixels[pixel + second] = toPixel(
          (redOfChroma + ry * luma) >> 16,
          (greenOfChroma + gy * luma) >> 16,
          (blueOfChroma + by * luma) >> 16,
        );
        x = (x + dx) | 0;
        y = (y + dy) | 0;
      }
    }
  }
}
