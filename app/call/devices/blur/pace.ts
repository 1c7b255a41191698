/** Number of frames over which the mean is taken. */
const FRAMES = 30;
/** Mean time per frame above which blurring becomes too slow, and below which it no longer is. */
const TOO_SLOW_MS = 100;
const FAST_MS = 70;

/** Tracks whether frames are blurred fast enough to be watched. */
export class Pace {
  readonly #recent: number[] = [];
  #isSlow = false;

  /** @returns whether that has changed */
  add(ms: number): boolean {
    this.#recent.push(ms);
    if (this.#recent.length < FRAMES) return false;
    const mean = this.#recent.reduce((sum, one) => sum + one, 0) / FRAMES;
    this.#recent.length = 0;
    const was = this.#isSlow;
    this.#isSlow = mean > (was ? FAST_MS : TOO_SLOW_MS);
    return this.#isSlow !== was;
  }

  get isSlow(): boolean {
    return this.#isSlow;
  }
}
