/** A buffer up to this late directly follows the previous one: buffers come unevenly. In seconds. */
const LATE_S = 0.1;
/**
 * Sound may be ahead of the clock by this much, as after a pause in which it was only delayed. People tolerate it;
 * anything further ahead is dropped. In seconds.
 */
const AHEAD_S = 0.3;

/** In frames since the beginning of the track: where a buffer begins, and how much silence precedes it. */
type Place = { begins: number; silence: number };

/**
 * Places sound on a track by the clock, without gaps or overlaps: what an overloaded device lost becomes silence,
 * instead of making the track shorter than the picture's.
 */
export class SoundClock {
  readonly #sampleRate: number;
  #end = 0;

  /** @param sampleRate in Hz */
  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /**
   * @param endedAt when its last sample came, in seconds since the beginning
   * @param frames 0: only the silence until then
   * @returns null if its time has passed, and it has to be dropped
   */
  place(endedAt: number, frames: number): Place | null {
    const gap = Math.round(endedAt * this.#sampleRate) - frames - this.#end;
    if (gap < -AHEAD_S * this.#sampleRate) return null;
    const silence = gap > LATE_S * this.#sampleRate ? gap : 0;
    const begins = this.#end + silence;
    this.#end = begins + frames;
    return { begins, silence };
  }
}
