import { expect, it } from 'vitest';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { BLOCK, DETAIL_FRAME, DETAILED, RECTANGLE } from '../detail/rectangle.ts';
import { PLACE_BITS, paintStrip } from '../detail/strip.ts';
import { type Detail, placedDetail } from './detail-cell.ts';
import type { View } from './locator.ts';
import type { Planes } from './planes.ts';
import { Raster } from './raster.ts';

type Layout = 'i420' | 'nv12' | 'bgra';
type At = (plane: number, x: number, y: number) => number;

/** Waves of some pixels, which go on across the picture's left and right edge: of each plane others. */
const wave: At = (plane, x, y) => {
  const turn = (2 * Math.PI * x) / DETAILED.width;
  return 128 + 60 * Math.sin((90 + 20 * plane) * turn) * Math.cos(y / (17 + plane));
};

/** A frame whose planes, or bytes of a pixel, have the levels at these places of the camera's picture. */
function frameOf(layout: Layout, width: number, height: number, at: At): Planes {
  const isPacked = layout === 'bgra';
  const data = new Uint8Array(width * height * (isPacked ? 4 : 1.5));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      if (isPacked) {
        for (const plane of [0, 1, 2]) data[4 * pixel + plane] = at(plane, x + 0.5, y + 0.5);
        continue;
      }
      data[pixel] = at(0, x + 0.5, y + 0.5);
      if (x % 2 || y % 2) continue;
      const half = ((y / 2) * width) / 2 + x / 2;
      const start = width * height;
      const [u, v] = layout === 'nv12' ? [2 * half, 2 * half + 1] : [half, half + start / 4];
      data[start + u] = at(1, x + 1, y + 1);
      data[start + v] = at(2, x + 1, y + 1);
    }
  const colour = { matrix: 'bt709', fullRange: false } as const;
  return { layout, width, height, data, colour, turn: { rotation: 0, flip: false } };
}

/** The part of the picture at this place, as the sender cuts it. */
function partAt(layout: Layout, left: number, top: number): Detail | null {
  const { width, height } = DETAIL_FRAME;
  const inPicture = (place: number, start: number, side: number) =>
    start + ((((place - start) % side) + side) % side);
  const frame = frameOf(layout, width, height, (plane, x, y) =>
    wave(plane, inPicture(x, left, RECTANGLE.width), inPicture(y, top, RECTANGLE.height)),
  );
  const luma = new Uint8Array(width * height);
  const [xBits, yBits] = PLACE_BITS;
  paintStrip({ data: luma, width, height, stride: width }, RECTANGLE.height, [
    [left / BLOCK, xBits],
    [top / BLOCK, yBits],
  ]);
  for (let at = width * RECTANGLE.height; at < luma.length; at++) {
    const level = luma[at] ?? 0;
    if (layout === 'bgra') frame.data.fill(level, 4 * at, 4 * at + 4);
    else frame.data[at] = level;
  }
  return placedDetail(frame);
}

function viewAt(yaw: number): View {
  return {
    mode: 'spherical',
    picture: {
      ...{ projection: 'equirectangular', stereo: 'mono', heading: 0, pitch: 0, roll: 0 },
      lenses: USUAL_LENSES,
    },
    look: { yaw, pitch: 5, roll: 0, fov: 30 },
    width: 480,
    height: 272,
    aspect: 480 / 272,
  };
}

function paint(frame: Planes, yaw: number, detail: Detail | null): Uint8Array {
  return paintBy(new Raster(), frame, viewAt(yaw), detail);
}

function paintBy(raster: Raster, frame: Planes, view: View, detail: Detail | null): Uint8Array {
  const pixels = new Uint32Array(view.width * view.height);
  raster.paint(frame, view, pixels, detail);
  return new Uint8Array(pixels.buffer);
}

const farthest = (one: Uint8Array, other: Uint8Array) =>
  one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0);

it.each<{ layout: Layout; yaw: number; left: number; top: number }>([
  { layout: 'i420', yaw: 0, left: 1296, top: 432 },
  // Across the picture's edge, and where the frame is divided.
  { layout: 'nv12', yaw: 178, left: 3216, top: 432 },
  { layout: 'bgra', yaw: -60, left: 640, top: 400 },
])('a view of the part alone is that of the full picture: $layout at $yaw°', ({ layout, yaw, left, top }) => {
  const detail = partAt(layout, left, top);
  expect(detail).toMatchObject({ x: left, y: top });
  const full = paint(frameOf(layout, DETAILED.width, DETAILED.height, wave), yaw, null);
  const grey = frameOf(layout, 960, 480, () => 128);
  expect(farthest(paint(grey, yaw, null), full)).toBeGreaterThan(40);
  expect(farthest(paint(grey, yaw, detail), full)).toBeLessThanOrEqual(16);
});

it('blends the part with the rest at its edge, and leaves what is beyond', () => {
  const [white, black] = [
    frameOf('bgra', 960, 480, () => 255),
    frameOf('bgra', DETAIL_FRAME.width, DETAIL_FRAME.height, () => 0),
  ];
  // Its left edge is ahead.
  const painted = paint(white, 0, { frame: black, x: DETAILED.width / 2, y: 432 });
  const row = painted.subarray(136 * 480 * 4, 137 * 480 * 4).filter((_, at) => at % 4 === 0);
  expect([row[0], row[239], row[479]]).toEqual([255, 255, 0]);
  const falls = row.every((level, at) => at === 0 || level <= (row[at - 1] ?? 0));
  expect(falls).toBe(true);
  const between = row.filter((level) => level > 0 && level < 255);
  expect(between.length).toBeGreaterThan(10);
});

it('renders a whole that becomes smaller as if it had always been', () => {
  // A part out of view, and the picture's edge in it.
  const detail = partAt('i420', 1296, 432);
  const [large, small] = [frameOf('i420', 3840, 1920, wave), frameOf('i420', 960, 480, wave)];
  const raster = new Raster();
  const view = viewAt(179);
  paintBy(raster, large, view, detail);
  expect(farthest(paintBy(raster, small, view, detail), paint(small, 179, detail))).toBe(0);
});

it('shows nothing of a part whose place cannot be read', () => {
  const { width, height } = DETAIL_FRAME;
  expect(placedDetail(frameOf('i420', width, height, wave))).toBeNull();
  expect(placedDetail(frameOf('i420', 640, 488, wave))).toBeNull();
});
