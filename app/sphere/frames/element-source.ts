import { LinearFilter, Matrix4, RepeatWrapping, Texture } from 'three';
import type { FrameSource, PaintedPicture } from './painted-picture.ts';

/**
 * What three.js does for a `VideoTexture`, without the frame callbacks that one goes on asking the element for after
 * it was disposed of.
 */
class ElementTexture extends Texture {
  readonly isVideoTexture = true;

  /** The renderer calls this before each use. */
  update(): void {}
}

/** The video element's current frame as a texture. */
export class ElementPicture implements PaintedPicture {
  readonly way = 'texture';
  readonly layout = 'rgba';
  readonly toRgb = new Matrix4();
  readonly textures: readonly Texture[];
  readonly #video: HTMLVideoElement;

  constructor(video: HTMLVideoElement) {
    this.#video = video;
    const texture = new ElementTexture(video);
    texture.generateMipmaps = false;
    texture.minFilter = LinearFilter;
    texture.magFilter = LinearFilter;
    texture.wrapS = RepeatWrapping;
    texture.flipY = false;
    this.textures = [texture];
  }

  get width(): number {
    return this.#video.videoWidth;
  }

  get height(): number {
    return this.#video.videoHeight;
  }

  update(): void {
    for (const texture of this.textures) texture.needsUpdate = true;
  }

  dispose(): void {
    for (const texture of this.textures) texture.dispose();
  }
}

/** Takes what the element shows: frames decoded on the graphics card never leave it. */
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
