import type { Luma } from '#app/sphere/detail/strip.ts';

/** Bilinear, as the renderers read pictures. */
export function levelAt({ data, width, height, stride }: Luma, x: number, y: number, wraps = false): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [across, down] = [x - 0.5 - left, y - 0.5 - top];
  const [first, second] = [(left + width) % width, (left + 1 + width) % width];
  const row = (y: number) => (wraps ? (y + height) % height : Math.min(height - 1, Math.max(0, y))) * stride;
  const [above, below] = [row(top), row(top + 1)];
  const upper = (data[above + first] ?? 0) * (1 - across) + (data[above + second] ?? 0) * across;
  const lower = (data[below + first] ?? 0) * (1 - across) + (data[below + second] ?? 0) * across;
  return upper * (1 - down) + lower * down;
}

/** Luma of a view's pixels, row by row. */
type Pixels = Float32Array | Uint8Array;

/** Peak signal-to-noise ratio, in dB. */
export function psnr(received: Pixels, source: Pixels): number {
  let sum = 0;
  for (let at = 0; at < source.length; at++) sum += ((received[at] ?? 0) - (source[at] ?? 0)) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / source.length));
}

/**
 * Structural similarity, 0 to 1, in windows of 8×8 (Z. Wang, A. Bovik, H. Sheikh, E. Simoncelli, "Image quality
 * assessment: from error visibility to structural similarity", 2004).
 */
export function ssim(received: Pixels, source: Pixels, width: number): number {
  const height = source.length / width;
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + 8 <= height; top += 8)
    for (let left = 0; left + 8 <= width; left += 8, windows++) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let row = top; row < top + 8; row++)
        for (let at = row * width + left, end = at + 8; at < end; at++) {
          const [p, q] = [received[at] ?? 0, source[at] ?? 0];
          a += p;
          b += q;
          aa += p * p;
          bb += q * q;
          ab += p * q;
        }
      const [meanA, meanB] = [a / 64, b / 64];
      const [varA, varB, both] = [aa / 64 - meanA ** 2, bb / 64 - meanB ** 2, ab / 64 - meanA * meanB];
      sum +=
        ((2 * meanA * meanB + c1) * (2 * both + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (varA + varB + c2));
    }
  return sum / windows;
}
