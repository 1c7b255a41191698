import type { Texture } from 'three';
import { SHOWN_MS } from '../detail/rectangle.ts';
import { ElementPicture, ElementSource } from './element-source.ts';

/** How long a frame fades in when there was none, in ms. */
const FADE_MS = 150;

/** The part of a picture in full detail, from its track. */
export class DetailSource {
  readonly #video = document.createElement('video');
  readonly #frames: ElementSource;
  /** When the newest frame came, and when the first one of those without a gap did. */
  #newestAt = Number.NEGATIVE_INFINITY;
  #since = 0;
  readonly texture: Texture;

  constructor(track: MediaStreamTrack) {
    Object.assign(this.#video, { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
    this.#video.play().catch(() => {
      // The element has been given up, or the page must be touched first: then the whole is shown alone.
    });
    const picture = new ElementPicture(this.#video);
    this.texture = picture.texture;
    this.#frames = new ElementSource(this.#video, picture, () => {});
  }

  /** Has the next render upload a new frame. @returns the share of this part in what is shown, 0 to 1 */
  take(): number {
    const now = performance.now();
    const isShown = now - this.#newestAt < SHOWN_MS;
    if (this.#frames.take()) {
      if (!isShown) this.#since = now;
      this.#newestAt = now;
    } else if (!isShown) return 0;
    return Math.min(1, (now - this.#since) / FADE_MS);
  }

  close(): void {
    this.#frames.close();
    this.#video.srcObject = null;
  }
}
