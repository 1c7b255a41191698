/** Media that is forwarded and not counted is held back after this much. */
const MOST_MS = 6_000;
/** Counted time wins back this share of itself. */
const WON_BACK = 0.1;
/** When it is forwarded again, this much is left before it is held back again. */
const AGAIN_MS = 3_000;
/** Held again before everything is won back, media stays so for twice as long as the last time, and this. The first wait is 0. */
const WAIT_MS = 10_000;

/**
 * Decides when a guest's media is held back: media that flows is counted, but for a few seconds. Nothing is counted for a
 * guest who is not heard, whose connection may be cut; and nothing when media begins to flow, between two readings.
 */
export class Uncounted {
  #ms = 0;
  /** How often media was held back since everything was won back. */
  #times = 0;
  /** Null while media is forwarded. */
  #heldAt: number | null = null;

  /**
   * @param forwarded media was forwarded during the last `ms`
   * @param counted it was counted
   * @param heard the guest's browser was heard
   * @returns whether media is held back now
   */
  next(
    { forwarded, counted, heard }: { forwarded: boolean; counted: boolean; heard: boolean },
    ms: number,
    now: number,
  ): boolean {
    if (this.#heldAt !== null) {
      const waitMs = WAIT_MS * (2 ** (this.#times - 1) - 1);
      if (!heard || now - this.#heldAt < waitMs) return true;
      this.#heldAt = null;
      this.#ms = MOST_MS - AGAIN_MS;
      return false;
    }
    if (counted) this.#ms = Math.max(0, this.#ms - ms * WON_BACK);
    else if (forwarded) this.#ms += ms;
    if (this.#ms === 0) this.#times = 0;
    if (this.#ms < MOST_MS) return false;
    this.#heldAt = now;
    this.#times += 1;
    return true;
  }
}
