/** A longer timeout fires at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * The time of one room, in ms since 1970 by the system's clock as it was when the room was taken up. Setting that clock
 * meanwhile moves none of the room's timeouts, and what its row says of its length stays true.
 */
export class RoomClock {
  readonly #epoch = Date.now() - performance.now();
  #timer: NodeJS.Timeout | undefined;

  now(): number {
    return Math.round(this.#epoch + performance.now());
  }

  /** Rings once, at that time or later; not at the time that was set before. @param at null: not at all */
  setAlarm(at: number | null, ring: () => void): void {
    clearTimeout(this.#timer);
    if (at === null) return;
    // Timers may fire slightly early.
    const wake = () => (at > this.now() ? this.setAlarm(at, ring) : ring());
    this.#timer = setTimeout(wake, Math.min(Math.max(0, at - this.now()), MAX_TIMEOUT_MS));
  }
}
