/** Sound that comes up to this late follows what is before it: buffers do not come evenly. In seconds. */
const LATE_S = 0.1;
/**
 * Sound may be ahead of the clock by this much, as after a pause in which it was only held up. Ears and eyes put up with it;
 * more is left out. In seconds.
 */
const AHEAD_S = 0.3;

/** In frames since the beginning of the track: where a buffer begins, and how many before it are silent. */
type Place = { begins: number; silence: number };

/**
 * Places sound on a track by the clock, without a gap or an overlap: what an overloaded device lost becomes silence, and does
 * not make the track shorter than the picture's.
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
   * @returns null: it is for a time that has passed, and is to be left out
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
