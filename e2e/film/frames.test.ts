import { expect, test } from 'vitest';
import { createFramePainter } from './frames.ts';
import { equirectangularPoint } from './geometry.ts';
import { PATCHES, toYuv } from './patches.ts';

const SHAPE = { projection: 'equirectangular', width: 480, height: 240 } as const;
const SIZE = SHAPE.width * SHAPE.height;

function paintAt(progress: number): Uint8Array {
  const frame = new Uint8Array(SIZE * 1.5);
  createFramePainter(SHAPE)(progress, frame);
  return frame;
}

test('patches have their colours at their directions', () => {
  const frame = paintAt(0.3);
  for (const { direction, colour } of PATCHES) {
    const [u, v] = equirectangularPoint(direction);
    const column = Math.min(SHAPE.width - 1, Math.floor(u * SHAPE.width));
    const row = Math.min(SHAPE.height - 1, Math.floor(v * SHAPE.height));
    const chroma = Math.floor(row / 2) * (SHAPE.width / 2) + Math.floor(column / 2);
    const found = [frame[row * SHAPE.width + column], frame[SIZE + chroma], frame[SIZE * 1.25 + chroma]];
    expect(found).toEqual(toYuv(colour));
  }
});

test('colours are far apart', () => {
  for (const [index, { colour }] of PATCHES.entries())
    for (const other of PATCHES.slice(index + 1)) {
      const distance = Math.hypot(...colour.map((value, channel) => value - (other.colour[channel] ?? 0)));
      expect(distance).toBeGreaterThanOrEqual(120);
    }
});

test('the film moves, and ends as it began', () => {
  expect(paintAt(0.5)).not.toEqual(paintAt(0));
  expect(paintAt(1)).toEqual(paintAt(0));
});

test('white and black stay within the limited range', () => {
  expect(toYuv([255, 255, 255])).toEqual([235, 128, 128]);
  expect(toYuv([0, 0, 0])).toEqual([16, 128, 128]);
});
