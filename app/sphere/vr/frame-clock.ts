/** Videos have at least ten frames a second; so much later the browser is not heard from any more. */
const SILENT_MS = 250;

/**
 * Tells when a video has a new frame that the browser has not announced: some call back for frames only while the page
 * itself is shown, not while a headset is.
 */
export class FrameClock {
  #announcedAt = Number.NEGATIVE_INFINITY;
  #frames = 0;

  /** @param now in milliseconds, by one clock for both */
  announced(now: number): void {
    this.#announcedAt = now;
  }

  /** @param frames how many the video has had */
  isUnannounced(now: number, frames: number): boolean {
    const isNew = frames !== this.#frames;
    this.#frames = frames;
    return isNew && now - this.#announcedAt > SILENT_MS;
  }
}
