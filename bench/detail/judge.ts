import { BLOCK, RECTANGLE } from '#app/sphere/detail/rectangle.ts';
import { type Luma, PLACE_BITS, readStrip } from '#app/sphere/detail/strip.ts';
import type { Direction } from '#app/sphere/look/look-store.ts';
import { Locator } from '#app/sphere/software/locator.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { type Film, type FilmReader, FRAMES } from './film.ts';
import { NUMBER_BITS, numberBlock } from './film-number.ts';
import { levelAt, psnr, ssim } from './likeness.ts';

/** The judged view: 90° wide. */
const VIEW = { width: 1280, height: 720, fov: (2 * Math.atan(720 / 1280) * 180) / Math.PI };
const SIZE = VIEW.width * VIEW.height;

/** What a viewer would see at one moment. `detail` is null without a rectangle. */
export type Sample = { at: number; whole: Luma; detail: Luma | null };

/**
 * Both compare the view's luma with that of the film. `covered`: share of the view that the rectangle shows; null where
 * that cannot be told. `late`: how many frames the rectangle is behind the whole.
 */
export type Judgement = { psnr: number; ssim: number; covered: number | null; late: number };

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
    psnr: psnr(received, source),
    ssim: ssim(received, source, VIEW.width),
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
