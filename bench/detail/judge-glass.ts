import { readStrip } from '#app/sphere/detail/strip.ts';
import { Locator, type View } from '#app/sphere/software/locator.ts';
import { type Film, type FilmReader, FRAMES } from './film.ts';
import { NUMBER_BITS, numberBlock } from './film-number.ts';
import type { Seen } from './glass.ts';
import type { Judgement } from './judge.ts';
import { levelAt, psnr, ssim } from './likeness.ts';

/** A view may show a part that is a few frames older than the whole, or newer. */
const [OLDEST, NEWEST] = [8, -2];
/** Pixels of limited range have no others. */
const [BLACK, WHITE] = [16, 235];
/** To find the frame, each so many-th pixel is compared. */
const STEP = 61;

/** Compares what was seen on a canvas with the film. */
export class GlassJudge {
  readonly #film: Film;
  readonly #reader: FilmReader;
  #located: { key: string; xs: Float32Array; ys: Float32Array } | null = null;

  constructor(film: Film, reader: FilmReader) {
    this.#film = film;
    this.#reader = reader;
  }

  /** Null if the whole's number cannot be read. */
  async judge(seen: Seen): Promise<Judgement | null> {
    const { strip, luma, columns } = seen;
    const row = { data: Uint8Array.from(strip), width: strip.length, height: 1, stride: 0 };
    const [number] = readStrip(row, 0, [NUMBER_BITS], numberBlock(seen.width)) ?? [];
    if (number === undefined || number >= FRAMES) return null;
    let [late, best] = [0, Number.NEGATIVE_INFINITY];
    for (let age = NEWEST; age <= OLDEST; age++) {
      const likeness = psnr(luma, await this.#source(seen, number - age, STEP), STEP);
      if (likeness > best) [late, best] = [age, likeness];
    }
    const source = await this.#source(seen, number - late, 1);
    return { psnr: psnr(luma, source), ssim: ssim(luma, source, columns), covered: null, late };
  }

  /** The film's frame in the view. */
  async #source({ view, columns, rows }: Seen, number: number, step: number): Promise<Float32Array> {
    const { width, height } = this.#film;
    const data = await this.#reader.luma((number + FRAMES) % FRAMES);
    const { xs, ys } = this.#locate({ ...view, width: columns, height: rows });
    const picture = { data, width, height, stride: width };
    const source = new Float32Array(xs.length);
    for (let at = 0; at < source.length; at += step)
      source[at] = Math.min(WHITE, Math.max(BLACK, levelAt(picture, xs[at] ?? 0, ys[at] ?? 0)));
    return source;
  }

  #locate(view: View): { xs: Float32Array; ys: Float32Array } {
    const key = JSON.stringify(view);
    if (this.#located?.key === key) return this.#located;
    const { width, height } = this.#film;
    const locator = new Locator(view, { width, height, turn: { rotation: 0, flip: false } });
    const [xs, ys] = [new Float32Array(view.width * view.height), new Float32Array(view.width * view.height)];
    for (let row = 0, at = 0; row < view.height; row++)
      for (let column = 0; column < view.width; column++, at++) {
        locator.locate(column, row);
        [xs[at], ys[at]] = [locator.x, locator.y];
      }
    this.#located = { key, xs, ys };
    return this.#located;
  }
}
