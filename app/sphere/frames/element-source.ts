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

/**
 * Calls back for each new frame of a video element; once for each animation frame in which it plays where the browser
 * does not say (Firefox before 132).
 * @returns stops it
 */
function watchFrames(video: HTMLVideoElement, onFrame: () => void): () => void {
  if (!('requestVideoFrameCallback' in HTMLVideoElement.prototype)) return watchTime(video, onFrame);
  let next = video.requestVideoFrameCallback(function shown() {
    next = video.requestVideoFrameCallback(shown);
    onFrame();
  });
  return () => video.cancelVideoFrameCallback(next);
}

function watchTime(video: HTMLVideoElement, onFrame: () => void): () => void {
  let seen = -1;
  let next = requestAnimationFrame(function look() {
    next = requestAnimationFrame(look);
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.currentTime === seen) return;
    seen = video.currentTime;
    onFrame();
  });
  return () => cancelAnimationFrame(next);
}

/** Takes frames from a video element: frames decoded on the GPU never leave it. */
export class ElementSource implements FrameSource {
  readonly close: () => void;
  readonly #picture: ElementPicture;
  #fresh = false;

  constructor(video: HTMLVideoElement, picture: ElementPicture, onFrame: () => void) {
    this.#picture = picture;
    this.close = watchFrames(video, () => {
      this.#fresh = true;
      onFrame();
    });
  }

  take(): PaintedPicture | null {
    if (!this.#fresh) return null;
    this.#fresh = false;
    this.#picture.update();
    return this.#picture;
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

  close(): void {}
}
