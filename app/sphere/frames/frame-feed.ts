import { ElementPicture, ElementSource, StillSource } from './element-source.ts';
import type { FrameSource, PaintedPicture, PaintWay } from './painted-picture.ts';
import { PlanePicture } from './plane-picture.ts';
import { PlaneSource } from './plane-source.ts';
import { processTrack } from './track-processor.ts';

type FrameFeedOptions = {
  /** By planes, frames that turn out to be unreadable come from the element nevertheless. */
  way: PaintWay;
  /**
   * A video element playing the stream of the tracks, possibly only after `onElement`; or a still picture, which has no
   * track.
   */
  shown: HTMLVideoElement | HTMLImageElement;
  /** `take` has a new frame. */
  onFrame: () => void;
  /** Frames come from the video element from now on. */
  onElement: () => void;
};

/**
 * Provides the newest frame of a track to the renderer, by one of two ways. Planes are read from the track, which avoids
 * the browser's conversion of whole frames to RGB on the CPU. On a GPU that conversion costs nothing, and reading would;
 * there, and in browsers that cannot read tracks, frames come from the video element.
 */
export class FrameFeed {
  readonly #way: PaintWay;
  readonly #shown: HTMLVideoElement | HTMLImageElement;
  readonly #onFrame: () => void;
  readonly #onElement: () => void;
  readonly #planes = new PlanePicture();
  readonly #element: ElementPicture;
  #source: FrameSource | null = null;

  constructor({ way, shown, onFrame, onElement }: FrameFeedOptions) {
    this.#way = way;
    this.#shown = shown;
    this.#onFrame = onFrame;
    this.#onElement = onElement;
    this.#element = new ElementPicture(shown);
  }

  /**
   * Switches to this track; the last picture stays until its first frame arrives.
   * @param track null for a still picture, or while a video's track is awaited
   */
  follow(track: MediaStreamTrack | null): void {
    if (this.#shown instanceof HTMLImageElement) {
      this.#source = new StillSource(this.#element);
      this.#onFrame();
      return;
    }
    if (!track) return;
    this.#source?.close();
    const frames = this.#way === 'planes' ? processTrack(track) : null;
    if (!frames) {
      this.#followElement();
      return;
    }
    this.#source = new PlaneSource({
      frames,
      picture: this.#planes,
      onFrame: this.#onFrame,
      onUnreadable: () => this.#followElement(),
    });
  }

  /** The picture, if it has a new frame; the next render uploads it. */
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
