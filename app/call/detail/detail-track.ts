import { isSpherePicture } from '#app/sphere/picture.ts';
import { WorkerTrack } from '#app/sphere/worker-track.ts';
import type { Camera } from '#protocol/camera.ts';
import { canCutDetail } from '../devices/sends-detail.ts';
import type { Aimed } from './aim.ts';
import type { FromCropWorker, ToCropWorker } from './crop-worker.ts';

type CropTrack = WorkerTrack<ToCropWorker, FromCropWorker>;

/** The track with the part of the camera's picture that the other side looks at. */
export class DetailTrack {
  readonly #onFailed: () => void;
  #made: { crop: CropTrack; video: MediaStreamTrack } | null = null;
  /** The last that was told; null before. */
  #aimed: Aimed | null = null;
  /** A camera whose frames could not be cut. */
  #failed: MediaStreamTrack | null = null;

  /** @param onFailed called if the returned track turns out to have no frames; it is closed */
  constructor(onFailed: () => void) {
    this.#onFailed = onFailed;
  }

  /**
   * Follows the camera.
   * @param video its track; null while the other side wants no detail
   * @returns the track to send; null if there is no more detail than is sent anyway, or this browser cannot cut
   */
  of(video: MediaStreamTrack | null, camera: Camera): MediaStreamTrack | null {
    const isLive = video?.readyState === 'live';
    if (this.#made && video && !isLive) {
      // It waits for another one: its size is no longer known, and the copy that is cut must not hold the camera.
      this.#made.crop.setSource(video);
      return this.#made.crop.track;
    }
    const { width = 0, height = 0 } = video?.getSettings() ?? {};
    const isDetailed = isLive && camera.quality === 'HIGH' && canCutDetail({ width, height });
    if (!video || !isDetailed || video === this.#failed || !isSpherePicture(camera)) {
      this.close();
      return null;
    }
    const crop = this.#made?.crop ?? this.#make();
    if (this.#made?.video !== video) crop.setSource(video);
    this.#made = { crop, video };
    const { projection, stereo, heading, pitch, roll, lenses } = camera;
    crop.tell({ name: 'picture', picture: { projection, stereo, heading, pitch, roll, lenses } });
    return crop.track;
  }

  look(aimed: Aimed): void {
    this.#aimed = aimed;
    this.#made?.crop.tell({ name: 'look', aimed });
  }

  close(): void {
    this.#made?.crop.close();
    this.#made = null;
  }

  #make(): CropTrack {
    const worker = new Worker(new URL('./crop-worker.ts', import.meta.url), { type: 'module' });
    const fail = () => {
      if (this.#made?.crop !== crop) return;
      this.#failed = this.#made.video;
      this.close();
      this.#onFailed();
    };
    const crop: CropTrack = new WorkerTrack(worker, { onSaid: fail, onError: fail });
    if (this.#aimed) crop.tell({ name: 'look', aimed: this.#aimed });
    return crop;
  }
}
