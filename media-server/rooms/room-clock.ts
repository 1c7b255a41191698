/** Node fires a timer with a longer timeout at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Time of one room, in ms since 1970: the system clock when this process loaded the room, advanced by the monotonic
 * clock. Setting the system clock later moves none of the room's timeouts, and keeps the durations in its row true.
 */
export class RoomClock {
  readonly #epoch = Date.now() - performance.now();
  #timer: NodeJS.Timeout | undefined;

  now(): number {
    return Math.round(this.#epoch + performance.now());
  }

  /** Rings once, at the given time or later; replaces an earlier alarm. @param at null: no alarm */
  setAlarm(at: number | null, ring: () => void): void {
    clearTimeout(this.#timer);
    if (at === null) return;
    // Timers may fire slightly early.
    const wake = () => (at > this.now() ? this.setAlarm(at, ring) : ring());
    this.#timer = setTimeout(wake, Math.min(Math.max(0, at - this.now()), MAX_TIMEOUT_MS));
  }
}
