import { expect, test } from 'vitest';
import { Raster } from '#app/sphere/software/raster.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import {
  CLOCK_COLUMNS,
  CLOCK_ROWS,
  clockInFilm,
  clockInView,
  createClockPainter,
  readClock,
} from './clock.ts';

const SIZE = { width: 960, height: 480 };
const NUMBERS = Array.from({ length: 60 }, (_, number) => number);
const paint = createClockPainter(SIZE);

function frameOf(number: number): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(SIZE.width * SIZE.height * 1.5).fill(128);
  paint(number, frame);
  return frame;
}

function levelsInFilm(frame: Uint8Array): number[] {
  return clockInFilm(SIZE).map(({ x, y }) => frame[y * SIZE.width + x] ?? 0);
}

test('every number is read from the film', () => {
  for (const number of NUMBERS) expect(readClock(levelsInFilm(frameOf(number)))).toBe(number);
});

test('every number is read from a view to the front', () => {
  const [width, height, fov] = [640, 360, 75];
  const pixels = new Uint32Array(width * height);
  const place = clockInView(fov, width / height);
  const raster = new Raster();
  for (const number of NUMBERS) {
    const frame = { layout: 'i420', ...SIZE, data: frameOf(number) } as const;
    raster.paint(
      { ...frame, colour: { matrix: null, fullRange: null }, turn: { rotation: 0, flip: false } },
      {
        mode: 'spherical',
        picture: {
          projection: 'equirectangular',
          stereo: 'mono',
          heading: 0,
          pitch: 0,
          roll: 0,
          lenses: USUAL_LENSES,
        },
        look: { yaw: 0, pitch: 0, roll: 0, fov },
        width,
        height,
        aspect: width / height,
      },
      pixels,
    );
    const levels = Array.from({ length: CLOCK_ROWS * CLOCK_COLUMNS }, (_, index) => {
      const column = place.left + (place.width * ((index % CLOCK_COLUMNS) + 0.5)) / CLOCK_COLUMNS;
      const row = place.top + (place.height * (Math.floor(index / CLOCK_COLUMNS) + 0.5)) / CLOCK_ROWS;
      return (pixels[Math.floor(row * height) * width + Math.floor(column * width)] ?? 0) & 0xff;
    });
    expect(readClock(levels)).toBe(number);
  }
});

test('a square or column of another frame is recognised', () => {
  const levels = levelsInFilm(frameOf(37));
  for (const column of Array(CLOCK_COLUMNS).keys()) {
    const [above = 0, below = 0] = [levels[column], levels[column + CLOCK_COLUMNS]];
    expect(readClock(levels.with(column, below))).toBeNull();
    expect(readClock(levels.with(column, below).with(column + CLOCK_COLUMNS, above))).toBeNull();
  }
});

test('grey squares are unreadable', () => {
  expect(readClock(Array(CLOCK_ROWS * CLOCK_COLUMNS).fill(128))).toBeNull();
});
