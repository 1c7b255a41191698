/** Whoever pauses for this long has not finished. */
const PAUSE_MS = 600;
/** In dBFS. Nothing below is speech... */
const QUIET_DB = -50;
/** ...nor what is hardly louder than the noise. */
const ABOVE_NOISE_DB = 12;
/** The noise is what is heard between words: it may become louder by this much from one level to the next. */
const RISE_DB = 0.1;

/** Tells speech from noise by how loud it is. */
export class SpeechGate {
  #noise = 0;
  #until = 0;

  /**
   * Whether someone speaks.
   * @param level in dBFS, to be given about 20 times a second
   * @param at in ms
   */
  hear(level: number, at: number): boolean {
    // Digital silence says nothing about the noise to come.
    this.#noise = Math.min(Math.max(level, QUIET_DB - ABOVE_NOISE_DB), this.#noise + RISE_DB);
    if (level > Math.max(QUIET_DB, this.#noise + ABOVE_NOISE_DB)) this.#until = at + PAUSE_MS;
    return at < this.#until;
  }
}
