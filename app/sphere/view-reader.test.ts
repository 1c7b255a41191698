import { expect, test } from 'vitest';
import { readRatio } from './view-reader.ts';

const limits = { side: 4096, pixels: 8_000_000 };

test.each([
  ['two pixels for each, as on a sharp screen', 640, 360, 2],
  ['no longer side than a texture', 2560, 400, 1.6],
  ['no more pixels than there is memory for', 2000, 2000, Math.SQRT2],
])('%s', (_what, width, height, ratio) => {
  expect(readRatio({ width, height }, limits)).toBeCloseTo(ratio);
});
