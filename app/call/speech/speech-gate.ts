/** A shorter pause does not end the speech. */
const PAUSE_MS = 600;
/** Level in dBFS below which nothing is speech. */
const QUIET_DB = -50;
/** Minimum distance of speech from the noise level, in dB. */
const ABOVE_NOISE_DB = 12;
/** Maximum rise of the noise level from one measurement to the next: the noise is the level between words. */
const RISE_DB = 0.1;

/** Distinguishes speech from noise by its level. */
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
