import type { PaintWay } from '../frames/painted-picture.ts';

export const FIRST_FRAME_MARK = 'panocall:first-painted-frame';

/** Counts the video frames that were really painted; redrawing the same frame because the viewer turned is none. */
export class PaintMeter {
  #painted = 0;
  #firstPaintedAt: number | null = null;
  #way: PaintWay | null = null;

  get painted(): number {
    return this.#painted;
  }

  /** Milliseconds on the clock of `performance.now()`. */
  get firstPaintedAt(): number | null {
    return this.#firstPaintedAt;
  }

  /** The way that the latest frame took. */
  get way(): PaintWay | null {
    return this.#way;
  }

  countFrame(way: PaintWay): void {
    this.#painted++;
    this.#way = way;
    this.#firstPaintedAt ??= performance.mark(FIRST_FRAME_MARK).startTime;
  }
}
