import { asPhotoSphere } from '#app/sphere/photo-sphere.ts';
import type { SpherePicture } from '#app/sphere/picture.ts';
import type { ViewReader } from '#app/sphere/view-reader.ts';

const JPEG_QUALITY = 0.95;
/** A track without a frame for this long counts as having none. */
const FRAME_MS = 5_000;
/** How long a larger picture is waited for, and how often that is looked for. */
const [GROWN_MS, LOOK_MS] = [4_000, 100];

/** The other side's picture, and what this side sees of it. */
export class ShownPicture {
  /** View of a sphere. */
  readonly view: ViewReader = { read: null };
  /** Plays the track, unless its frames are read elsewhere. */
  element: HTMLVideoElement | null = null;
  /** Null while there is nothing to see. */
  track: MediaStreamTrack | null = null;
  /** Null for a flat picture. */
  sphere: SpherePicture | null = null;

  /**
   * The current view as a JPEG file, with two pixels for each CSS pixel; of a flat picture, its frame as it is. Rejects if
   * nothing is shown.
   */
  async readView(): Promise<Blob> {
    const canvas = this.sphere ? await this.view.read?.() : await this.#frame();
    if (!canvas) throw new Error('Nothing is shown');
    return jpegOf(canvas);
  }

  /** The whole current frame, as a JPEG file with the metadata of a 360° picture. Rejects if there is none. */
  async readSphere(): Promise<Blob> {
    const canvas = await this.#frame();
    const file = await jpegOf(canvas);
    if (!this.sphere) return file;
    const bytes = new Uint8Array(await file.arrayBuffer());
    return new Blob([asPhotoSphere(bytes, this.sphere, canvas)], { type: file.type });
  }

  /** Resolves once the picture is twice as wide, for which the other side has been asked, or after `GROWN_MS`. */
  async grown(): Promise<void> {
    const width = () => this.track?.getSettings().width ?? 0;
    const [before, begin] = [width(), performance.now()];
    // Not every browser says how wide it is.
    while ((!before || width() < 2 * before) && performance.now() - begin < GROWN_MS)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }

  async #frame(): Promise<HTMLCanvasElement> {
    const { element, track } = this;
    if (!track) throw new Error('Nothing is shown');
    if (element && element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return drawn(element);
    const player = document.createElement('video');
    Object.assign(player, { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
    try {
      await firstFrame(player);
      return drawn(player);
    } finally {
      player.srcObject = null;
    }
  }
}

function firstFrame(player: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No frame has come')), FRAME_MS);
    player.addEventListener('loadeddata', () => resolve());
    player.play().catch(reject);
  });
}

function drawn(video: HTMLVideoElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas;
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('Nothing was drawn')));
    canvas.toBlob(take, 'image/jpeg', JPEG_QUALITY);
  });
}
