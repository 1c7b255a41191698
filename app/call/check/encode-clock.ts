/**
 * The speed of an encoder while it has frames to encode. Time in which the page has passed it none is not its own, nor is
 * the time it takes to start. All times in ms.
 */
export class EncodeClock {
  #passed = 0;
  #encoded = 0;
  #busy = 0;
  /** Until the first frame was encoded. */
  #start = 0;
  #countedTo = 0;

  /** A frame was passed to the encoder. */
  pass(now: number): void {
    if (this.#passed === this.#encoded) this.#countedTo = now;
    this.#passed++;
  }

  /** A frame came out of it. */
  take(now: number): void {
    this.#busy += now - this.#countedTo;
    this.#countedTo = now;
    this.#encoded++;
    if (this.#encoded === 1) this.#start = this.#busy;
  }

  /** Frames/s; null if no frame came out. */
  get framesPerSecond(): number | null {
    if (this.#encoded === 0) return null;
    // The only frame includes the start: nothing better is known.
    const [frames, time] =
      this.#encoded === 1 ? [1, this.#busy] : [this.#encoded - 1, this.#busy - this.#start];
    return (frames * 1000) / Math.max(1, time);
  }
}
