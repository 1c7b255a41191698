import type { PaintWay } from './paint-way.ts';

export const FIRST_FRAME_MARK = 'panocall:first-painted-frame';

/** Counts rendered video frames; redrawing the same frame because the viewer moved does not count. */
export class PaintMeter {
  #painted = 0;
  #firstPaintedAt: number | null = null;
  #way: PaintWay | null = null;

  get painted(): number {
    return this.#painted;
  }

  /** In ms, by `performance.now()`. */
  get firstPaintedAt(): number | null {
    return this.#firstPaintedAt;
  }

  /** How the latest frame was rendered. */
  get way(): PaintWay | null {
    return this.#way;
  }

  countFrame(way: PaintWay): void {
    this.#painted++;
    this.#way = way;
    this.#firstPaintedAt ??= performance.mark(FIRST_FRAME_MARK).startTime;
  }
}
