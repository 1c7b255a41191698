/** Token bucket: allows bursts of `capacity` and `perSecond` on average. */
export class TokenBucket {
  readonly #capacity: number;
  readonly #perSecond: number;
  #tokens: number;
  #filledAt: number;

  /** @param now ms, on any monotonic clock */
  constructor(capacity: number, perSecond: number, now: number) {
    this.#capacity = capacity;
    this.#perSecond = perSecond;
    this.#tokens = capacity;
    this.#filledAt = now;
  }

  /** @returns false if it is empty */
  take(now: number): boolean {
    const gained = ((now - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#capacity, this.#tokens + gained);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
