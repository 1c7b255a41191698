import { ElementPicture, ElementSource, StillSource } from './element-source.ts';
import type { FrameSource, PaintedPicture } from './painted-picture.ts';
import { PlanePicture } from './plane-picture.ts';
import { PlaneSource } from './plane-source.ts';
import { processTrack } from './track-processor.ts';

/**
 * The newest frame of a track for the renderer, by the faster of two ways. Frames in system memory (software decoding)
 * are read off the track and uploaded as planes: the browser's own conversion of a whole frame to RGB costs most of
 * the time otherwise. Frames on the graphics card, and browsers that cannot read tracks, go by the video element.
 */
export class FrameFeed {
  readonly #shown: HTMLVideoElement | HTMLImageElement;
  readonly #onFrame: () => void;
  readonly #onElement: () => void;
  readonly #planes = new PlanePicture();
  readonly #element: ElementPicture;
  #source: FrameSource | null = null;

  /**
   * @param shown plays the stream that the tracks belong to, if only after `onElement`; or a still picture, which
   *   has no track
   * @param onFrame `take` has something new
   * @param onElement frames come by the video element from now on
   */
  constructor(shown: HTMLVideoElement | HTMLImageElement, onFrame: () => void, onElement: () => void) {
    this.#shown = shown;
    this.#onFrame = onFrame;
    this.#onElement = onElement;
    this.#element = new ElementPicture(shown);
  }

  /**
   * Takes its frames from this track from now on; the last picture stays until the first of them has come.
   * @param track null: a still picture has none, and a video's is awaited
   */
  follow(track: MediaStreamTrack | null): void {
    if (this.#shown instanceof HTMLImageElement) {
      this.#source = new StillSource(this.#element);
      this.#onFrame();
      return;
    }
    if (!track) return;
    this.#source?.close();
    const processor = processTrack(track);
    if (!processor) {
      this.#followElement();
      return;
    }
    this.#source = new PlaneSource({
      processor,
      picture: this.#planes,
      onFrame: this.#onFrame,
      onUnreadable: () => this.#followElement(),
    });
  }

  /** The picture, if it has a frame that was not taken before; the next render uploads it. */
  take(): PaintedPicture | null {
    return this.#source?.take() ?? null;
  }

  close(): void {
    this.#source?.close();
    this.#source = null;
    this.#planes.dispose();
    this.#element.dispose();
  }

  #followElement(): void {
    if (!(this.#shown instanceof HTMLVideoElement)) return;
    this.#source = new ElementSource(this.#shown, this.#element, this.#onFrame);
    this.#onElement();
  }
}
