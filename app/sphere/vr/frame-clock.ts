/**
 * Without an announcement for this long, the browser has stopped announcing: videos have at least ten frames a second.
 */
const SILENT_MS = 250;

/**
 * Detects new frames of a video that the browser has not announced: some call back for frames only while the page
 * itself is visible, not while a headset is in use.
 */
export class FrameClock {
  #announcedAt = Number.NEGATIVE_INFINITY;
  #frames = 0;

  /** @param now in ms, on the same clock for both methods */
  announced(now: number): void {
    this.#announcedAt = now;
  }

  /** @param frames the video's total so far */
  isUnannounced(now: number, frames: number): boolean {
    const isNew = frames !== this.#frames;
    this.#frames = frames;
    return isNew && now - this.#announcedAt > SILENT_MS;
  }
}
