import { type Direction, directionAt, equirectangularPoint } from './geometry.ts';

/**
 * A clock that is read from pixels: the number of a frame in binary, the highest bit first, then a parity bit that
 * makes the number of ones even. Each bit is a column of two squares, white over black for 1 and black over white for
 * 0, so that a square that is misplaced, blurred or left over from another frame is recognised.
 *
 * The squares are equal in the plane that touches the sphere in front, above the front patch and its mark: x to the
 * right and y up, both 0 in front, in radii of the sphere.
 */
const BITS = 6;
export const CLOCK_COLUMNS = BITS + 1;
export const CLOCK_ROWS = 2;
const SQUARE = 0.14;
const LEFT = (-CLOCK_COLUMNS * SQUARE) / 2;
const TOP = 0.74;
const [BLACK_LUMA, WHITE_LUMA] = [16, 235];
/** The least difference between the squares of a column, of 255. */
const CONTRAST = 80;

type Size = { width: number; height: number };

/** Paints the clock over the luma of equirectangular I420 frames. */
export function createClockPainter({ width, height }: Size) {
  const squares: { pixel: number; column: number; row: number }[] = [];
  for (let row = 0, pixel = 0; row < height; row++)
    for (let column = 0; column < width; column++, pixel++) {
      const direction = directionAt('equirectangular', [(column + 0.5) / width, (row + 0.5) / height]);
      const square = direction && squareAt(direction);
      if (square) squares.push({ pixel, ...square });
    }

  return (number: number, frame: Uint8Array): void => {
    const bits = bitsOf(number);
    for (const { pixel, column, row } of squares)
      frame[pixel] = bits[column] === (row === 0) ? WHITE_LUMA : BLACK_LUMA;
  };
}

/** The pixels in the middle of the squares of an equirectangular frame, row by row. */
export function clockInFilm({ width, height }: Size): { x: number; y: number }[] {
  return Array.from({ length: CLOCK_ROWS * CLOCK_COLUMNS }, (_, index) => {
    const x = LEFT + SQUARE * ((index % CLOCK_COLUMNS) + 0.5);
    const y = TOP - SQUARE * (Math.floor(index / CLOCK_COLUMNS) + 0.5);
    const length = Math.hypot(x, y, 1);
    const [u, v] = equirectangularPoint([x / length, y / length, 1 / length]);
    return { x: Math.floor(u * width), y: Math.floor(v * height) };
  });
}

/**
 * The rectangle of the clock in a view to the front, as shares of the view's width and height.
 * @param fov the vertical field of view, in degrees
 */
export function clockInView(fov: number, aspect: number) {
  const high = 2 * Math.tan((fov * Math.PI) / 360);
  const wide = high * aspect;
  return {
    left: 0.5 + LEFT / wide,
    top: 0.5 - TOP / high,
    width: (CLOCK_COLUMNS * SQUARE) / wide,
    height: (CLOCK_ROWS * SQUARE) / high,
  };
}

/**
 * The number that the clock shows; null if it is unreadable.
 * @param levels brightness in the middle of each square, 0 to 255, row by row
 */
export function readClock(levels: readonly number[]): number | null {
  const bits: boolean[] = [];
  for (let column = 0; column < CLOCK_COLUMNS; column++) {
    const difference = (levels[column] ?? 0) - (levels[CLOCK_COLUMNS + column] ?? 0);
    if (Math.abs(difference) < CONTRAST) return null;
    bits.push(difference > 0);
  }
  const number = bits.slice(0, BITS).reduce((sum, bit) => sum * 2 + Number(bit), 0);
  return bitsOf(number)[BITS] === bits[BITS] ? number : null;
}

function bitsOf(number: number): boolean[] {
  const bits = Array.from({ length: BITS }, (_, index) => ((number >> (BITS - 1 - index)) & 1) === 1);
  return [...bits, bits.filter(Boolean).length % 2 === 1];
}

function squareAt([x, y, z]: Direction): { column: number; row: number } | null {
  if (z <= 0) return null;
  const column = Math.floor((x / z - LEFT) / SQUARE);
  const row = Math.floor((TOP - y / z) / SQUARE);
  return column >= 0 && column < CLOCK_COLUMNS && row >= 0 && row < CLOCK_ROWS ? { column, row } : null;
}
