import { LinearFilter, Matrix4, RepeatWrapping, Texture } from 'three';
import type { FrameSource, PaintedPicture } from './painted-picture.ts';
import { UPRIGHT } from './turn.ts';

/** Like three.js's `VideoTexture`, but without its frame callbacks, which continue after it is disposed of. */
class ElementTexture extends Texture {
  readonly isVideoTexture = true;

  /** Called by the renderer before each use. */
  update(): void {}
}

/** A texture of the current frame of a video element, or of a still picture. */
export class ElementPicture implements PaintedPicture {
  readonly way = 'texture';
  readonly layout = 'rgba';
  readonly toRgb = new Matrix4();
  /** The browser turns the element's picture itself. */
  readonly turn = UPRIGHT;
  readonly textures: readonly Texture[];
  readonly #element: HTMLVideoElement | HTMLImageElement;

  constructor(element: HTMLVideoElement | HTMLImageElement) {
    this.#element = element;
    const texture = new ElementTexture(element);
    texture.generateMipmaps = false;
    texture.minFilter = LinearFilter;
    texture.magFilter = LinearFilter;
    texture.wrapS = RepeatWrapping;
    texture.flipY = false;
    this.textures = [texture];
  }

  get height(): number {
    return this.#element instanceof HTMLVideoElement
      ? this.#element.videoHeight
      : this.#element.naturalHeight;
  }

  update(): void {
    for (const texture of this.textures) texture.needsUpdate = true;
  }

  dispose(): void {
    for (const texture of this.textures) texture.dispose();
  }
}

/** Takes frames from a video element: frames decoded on the GPU never leave it. */
export class ElementSource implements FrameSource {
  readonly #video: HTMLVideoElement;
  readonly #picture: ElementPicture;
  readonly #onFrame: () => void;
  #callback: number;
  #fresh = false;

  constructor(video: HTMLVideoElement, picture: ElementPicture, onFrame: () => void) {
    this.#video = video;
    this.#picture = picture;
    this.#onFrame = onFrame;
    this.#callback = video.requestVideoFrameCallback(this.#frameShown);
  }

  take(): PaintedPicture | null {
    if (!this.#fresh) return null;
    this.#fresh = false;
    this.#picture.update();
    return this.#picture;
  }

  close(): void {
    this.#video.cancelVideoFrameCallback(this.#callback);
  }

  readonly #frameShown = (): void => {
    this.#fresh = true;
    this.#callback = this.#video.requestVideoFrameCallback(this.#frameShown);
    this.#onFrame();
  };
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

  close(): void {}
}
