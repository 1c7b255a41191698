/** Confidence below which a pixel is background; between the two it is partly the person; above `SURE`, entirely. */
const DOUBTFUL = 0.4;
const SURE = 0.8;

/** Pixels as the model takes them: red, green and blue from 0 to 1. @param rgba four bytes each */
export function toInput(rgba: Uint8ClampedArray): Float32Array {
  const input = new Float32Array((rgba.length / 4) * 3);
  for (let at = 0, from = 0; at < input.length; from += 4) {
    input[at++] = (rgba[from] ?? 0) / 255;
    input[at++] = (rgba[from + 1] ?? 0) / 255;
    input[at++] = (rgba[from + 2] ?? 0) / 255;
  }
  return input;
}

/**
 * Writes the share of the person in each pixel into the alpha of `rgba`.
 * @param confidences from 0 to 1, one per pixel
 */
export function toAlpha(confidences: ArrayLike<number>, rgba: Uint8ClampedArray): void {
  for (let pixel = 0; pixel < confidences.length; pixel++) {
    // Clamped by the array, which also turns NaN into background.
    rgba[pixel * 4 + 3] = (255 * ((confidences[pixel] ?? 0) - DOUBTFUL)) / (SURE - DOUBTFUL);
  }
}
