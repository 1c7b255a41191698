import { LinearFilter, RepeatWrapping, Texture } from 'three';
import { watchFrames } from '../watch-frames.ts';
import type { FrameSource, PaintedPicture } from './painted-picture.ts';

/** Like three.js's `VideoTexture`, but without its frame callbacks, which continue after it is disposed of. */
class ElementTexture extends Texture {
  readonly isVideoTexture = true;

  /** Called by the renderer before each use. */
  update(): void {}
}

/** A texture of the current frame of a video element, which the browser turns upright, or of a still picture. */
export class ElementPicture implements PaintedPicture {
  readonly texture: Texture;
  readonly #element: HTMLVideoElement | HTMLImageElement;

  constructor(element: HTMLVideoElement | HTMLImageElement) {
    this.#element = element;
    this.texture = new ElementTexture(element);
    this.texture.generateMipmaps = false;
    this.texture.minFilter = LinearFilter;
    this.texture.magFilter = LinearFilter;
    this.texture.wrapS = RepeatWrapping;
    this.texture.flipY = false;
  }

  get height(): number {
    return this.#element instanceof HTMLVideoElement
      ? this.#element.videoHeight
      : this.#element.naturalHeight;
  }

  update(): void {
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }
}

/** Takes frames from a video element: frames decoded on the GPU never leave it. */
export class ElementSource implements FrameSource {
  readonly #stop: () => void;
  readonly #picture: ElementPicture;
  #fresh = false;

  constructor(video: HTMLVideoElement, picture: ElementPicture, onFrame: () => void) {
    this.#picture = picture;
    this.#stop = watchFrames(video, () => {
      this.#fresh = true;
      onFrame();
    });
  }

  /** @param unannounced there is a new frame that the browser has not announced */
  take(unannounced = false): PaintedPicture | null {
    if (!this.#fresh && !unannounced) return null;
    this.#fresh = false;
    this.#picture.update();
    return this.#picture;
  }

  close(): void {
    this.#stop();
    this.#picture.dispose();
  }
}

/** A single frame, available from the start. */
export class StillSource implements FrameSource {
  readonly #picture: ElementPicture;
  #fresh = true;

  constructor(picture: ElementPicture) {
    this.#picture = picture;
  }

  take(): PaintedPicture | null {
    if (!this.#fresh) return null;
    this.#fresh = false;
    this.#picture.update();
    return this.#picture;
  }

  close(): void {
    this.#picture.dispose();
  }
}
