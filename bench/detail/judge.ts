import { BLOCK, RECTANGLE } from '#app/sphere/detail/rectangle.ts';
import { type Luma, PLACE_BITS, readStrip } from '#app/sphere/detail/strip.ts';
import type { Direction } from '#app/sphere/look/look-store.ts';
import { Locator } from '#app/sphere/software/locator.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { type Film, type FilmReader, FRAMES } from './film.ts';
import { NUMBER_BITS, numberBlock } from './film-number.ts';

/** The judged view: 90° wide. */
const VIEW = { width: 1280, height: 720, fov: (2 * Math.atan(720 / 1280) * 180) / Math.PI };
const SIZE = VIEW.width * VIEW.height;

/** What a viewer would see at one moment. `detail` is null without a rectangle. */
export type Sample = { at: number; whole: Luma; detail: Luma | null };

/**
 * Both compare the view's luma with that of the film. `covered`: share of the view that the rectangle shows. `late`: how
 * many frames the rectangle is behind the whole.
 */
export type Judgement = { psnr: number; ssim: number; covered: number; late: number };

const received = new Float32Array(SIZE);
const source = new Float32Array(SIZE);

/** Null if the whole's number cannot be read. */
export async function judge(
  { whole, detail }: Sample,
  look: Direction,
  film: Film,
  reader: FilmReader,
): Promise<Judgement | null> {
  const block = numberBlock(whole.width);
  const [number] = readStrip(whole, whole.height - block, [NUMBER_BITS], block) ?? [];
  if (number === undefined || number >= FRAMES) return null;
  const place = detail && placeOf(detail);
  const { width, height } = film;
  const ofFilm = (data: Uint8Array): Luma => ({ data, width, height, stride: width });
  const wholeSource = ofFilm(await reader.luma(number));
  const detailSource = place && ofFilm(await reader.luma(place.number));
  const locator = new Locator(
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
      look: { ...look, roll: 0, fov: VIEW.fov },
      width: VIEW.width,
      height: VIEW.height,
      aspect: VIEW.width / VIEW.height,
    },
    { width, height, turn: { rotation: 0, flip: false } },
  );
  const scale = whole.width / width;
  // Without the strip, as places are modulo the rectangle's sides.
  const torus: Luma | null = detail && { data: detail.data, stride: detail.stride, ...RECTANGLE };
  let covered = 0;
  for (let row = 0, at = 0; row < VIEW.height; row++)
    for (let column = 0; column < VIEW.width; column++, at++) {
      locator.locate(column, row);
      const { x, y } = locator;
      const inX = place ? (x - place.x + width) % width : -1;
      const inY = place ? y - place.y : -1;
      const isInside = inX > 1 && inX < RECTANGLE.width - 1 && inY > 1 && inY < RECTANGLE.height - 1;
      if (isInside && torus && detailSource) {
        covered++;
        received[at] = levelAt(torus, x % RECTANGLE.width, y % RECTANGLE.height, true);
        source[at] = levelAt(detailSource, x, y);
      } else {
        received[at] = levelAt(whole, x * scale, y * scale);
        source[at] = levelAt(wholeSource, x, y);
      }
    }
  return {
    psnr: psnr(),
    ssim: ssim(),
    covered: covered / SIZE,
    late: place ? (number - place.number + FRAMES) % FRAMES : 0,
  };
}

/** The number of the film's frame that a part is of, and its left and top edge there. Null if that is unreadable. */
function placeOf(detail: Luma): { number: number; x: number; y: number } | null {
  if (detail.width !== RECTANGLE.width) return null;
  const [number, x, y] = readStrip(detail, RECTANGLE.height, [NUMBER_BITS, ...PLACE_BITS]) ?? [];
  if (number === undefined || x === undefined || y === undefined) return null;
  return { number, x: BLOCK * x, y: BLOCK * y };
}

/** Bilinear, as the renderers read pictures. */
function levelAt({ data, width, height, stride }: Luma, x: number, y: number, wraps = false): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [across, down] = [x - 0.5 - left, y - 0.5 - top];
  const [first, second] = [(left + width) % width, (left + 1 + width) % width];
  const row = (y: number) => (wraps ? (y + height) % height : Math.min(height - 1, Math.max(0, y))) * stride;
  const [above, below] = [row(top), row(top + 1)];
  const upper = (data[above + first] ?? 0) * (1 - across) + (data[above + second] ?? 0) * across;
  const lower = (data[below + first] ?? 0) * (1 - across) + (data[below + second] ?? 0) * across;
  return upper * (1 - down) + lower * down;
}

/** Peak signal-to-noise ratio, in dB. */
function psnr(): number {
  let sum = 0;
  for (let at = 0; at < SIZE; at++) sum += ((received[at] ?? 0) - (source[at] ?? 0)) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / SIZE));
}

/**
 * Structural similarity, 0 to 1, in windows of 8×8 (Z. Wang, A. Bovik, H. Sheikh, E. Simoncelli, "Image quality
 * assessment: from error visibility to structural similarity", 2004).
 */
function ssim(): number {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + 8 <= VIEW.height; top += 8)
    for (let left = 0; left + 8 <= VIEW.width; left += 8, windows++) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let row = top; row < top + 8; row++)
        for (let at = row * VIEW.width + left, end = at + 8; at < end; at++) {
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
