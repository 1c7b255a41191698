import { BLOCK, DETAILED, EDGE, RECTANGLE } from '#app/sphere/detail/rectangle.ts';
import { PLACE_BITS, readStrip } from '#app/sphere/detail/strip.ts';
import { Locator, type View } from '#app/sphere/software/locator.ts';
import { type Film, type FilmReader, FRAMES } from './film.ts';
import { NUMBER_BITS, numberBlock } from './film-number.ts';
import type { Seen } from './glass.ts';
import type { Judgement } from './judge.ts';
import { levelAt, psnr, ssim } from './likeness.ts';

/** Luma of limited range. */
const [BLACK, WHITE] = [16, 235];
/** To find the part's frame, each so many-th pixel is compared. */
const STEP = 61;

type Points = { xs: Float32Array; ys: Float32Array };

/** Compares what was seen on a canvas with the film: the whole, and the part in full detail, each with its own frame. */
export class GlassJudge {
  readonly #film: Film;
  readonly #reader: FilmReader;
  #located: (Points & { key: string }) | null = null;

  constructor(film: Film, reader: FilmReader) {
    this.#film = film;
    this.#reader = reader;
  }

  /** Null if the whole's number cannot be read. */
  async judge({ strip, part, luma, view, columns, rows, width }: Seen): Promise<Judgement | null> {
    const [number] = readRow(strip, [NUMBER_BITS], numberBlock(width)) ?? [];
    if (number === undefined || number >= FRAMES) return null;
    const points = this.#locate({ ...view, width: columns, height: rows });
    const isInPart = this.#coverOf(part && readRow(part, PLACE_BITS, BLOCK), points);
    const some: number[] = [];
    for (let at = 0; at < luma.length; at += STEP) if (isInPart[at]) some.push(at);
    const ofPart = await this.#numberOf(luma, points, some);
    const [whole, detail] = [await this.#reader.luma(number), await this.#reader.luma(ofPart ?? number)];
    const source = Float32Array.from(luma, (_, at) => this.#level(isInPart[at] ? detail : whole, points, at));
    return {
      psnr: psnr(luma, source),
      ssim: ssim(luma, source, columns),
      covered: isInPart.reduce((sum, one) => sum + one, 0) / luma.length,
      // The part may be ahead.
      late: ofPart === null ? 0 : ((number - ofPart + 1.5 * FRAMES) % FRAMES) - FRAMES / 2,
    };
  }

  /** The film's frame that is likest at some of the view's pixels; null without any. */
  async #numberOf(luma: Uint8Array, points: Points, pixels: number[]): Promise<number | null> {
    if (pixels.length === 0) return null;
    const received = Float32Array.from(pixels, (at) => luma[at] ?? 0);
    let [number, most] = [0, Number.NEGATIVE_INFINITY];
    for (let candidate = 0; candidate < FRAMES; candidate++) {
      const frame = await this.#reader.luma(candidate);
      const likeness = psnr(
        received,
        Float32Array.from(pixels, (at) => this.#level(frame, points, at)),
      );
      if (likeness > most) [number, most] = [candidate, likeness];
    }
    return number;
  }

  /** Which of the view's pixels show mostly the part at this place, in blocks. */
  #coverOf(place: number[] | null, { xs, ys }: Points): Uint8Array {
    const cover = new Uint8Array(xs.length);
    const [left, top] = place ?? [];
    if (left === undefined || top === undefined) return cover;
    const unit = DETAILED.width / this.#film.width;
    const isWithin = (offset: number, size: number) => offset > EDGE / 2 && offset < size - EDGE / 2;
    for (let at = 0; at < cover.length; at++) {
      const x = (unit * (xs[at] ?? 0) - BLOCK * left + DETAILED.width) % DETAILED.width;
      const y = unit * (ys[at] ?? 0) - BLOCK * top;
      cover[at] = Number(isWithin(x, RECTANGLE.width) && isWithin(y, RECTANGLE.height));
    }
    return cover;
  }

  #level(data: Uint8Array, { xs, ys }: Points, at: number): number {
    const { width, height } = this.#film;
    const level = levelAt({ data, width, height, stride: width }, xs[at] ?? 0, ys[at] ?? 0);
    return Math.min(WHITE, Math.max(BLACK, level));
  }

  /** Where the view's pixels are in the film. */
  #locate(view: View): Points {
    const key = JSON.stringify(view);
    if (this.#located?.key === key) return this.#located;
    const { width, height } = this.#film;
    const locator = new Locator(view, { width, height, turn: { rotation: 0, flip: false } });
    const size = view.width * view.height;
    const [xs, ys] = [new Float32Array(size), new Float32Array(size)];
    for (let at = 0; at < size; at++) {
      locator.locate(at % view.width, Math.floor(at / view.width));
      [xs[at], ys[at]] = [locator.x, locator.y];
    }
    this.#located = { key, xs, ys };
    return this.#located;
  }
}

/** Reads a strip of which there is one row. */
function readRow(row: number[], fields: readonly number[], block: number): number[] | null {
  const luma = { data: Uint8Array.from(row), width: row.length, height: 1, stride: 0 };
  return readStrip(luma, 0, fields, block);
}
