import { DETAILED } from '#app/sphere/detail/rectangle.ts';
import { isSpherePicture } from '#app/sphere/picture.ts';
import { canMakeTracks, WorkerTrack } from '#app/sphere/worker-track.ts';
import type { Camera } from '#protocol/camera.ts';
import type { Aimed } from './aim.ts';
import type { ToCropWorker } from './crop-worker.ts';

/** The track with the part of the camera's picture that the other side looks at; null while none is sent. */
export class DetailTrack {
  #made: { track: WorkerTrack<ToCropWorker>; camera: MediaStreamTrack } | null = null;

  /**
   * Follows the camera. The other side sees nothing of it before its pictures are read.
   * @param video its track; null while the other side wants no detail
   * @returns the track to send; null if there is no more detail than is sent anyway, or this browser cannot cut
   */
  of(video: MediaStreamTrack | null, camera: Camera): MediaStreamTrack | null {
    const { width, height } = video?.getSettings() ?? {};
    const isDetailed = width === DETAILED.width && height === DETAILED.height && camera.quality === 'HIGH';
    if (!video || !isDetailed || !isSpherePicture(camera) || !canMakeTracks()) {
      this.close();
      return null;
    }
    // A track that has ended waits for another one.
    if (video.readyState === 'ended') return this.#made?.track.track ?? null;
    const made = this.#made ?? { track: this.#make(), camera: null };
    if (made.camera !== video) made.track.setSource(video);
    this.#made = { track: made.track, camera: video };
    const { projection, stereo, heading, pitch, roll, lenses } = camera;
    made.track.tell({ name: 'picture', picture: { projection, stereo, heading, pitch, roll, lenses } });
    return made.track.track;
  }

  look(aimed: Aimed): void {
    this.#made?.track.tell({ name: 'look', aimed });
  }

  close(): void {
    this.#made?.track.close();
    this.#made = null;
  }

  #make(): WorkerTrack<ToCropWorker> {
    const worker = new Worker(new URL('./crop-worker.ts', import.meta.url), { type: 'module' });
    // Then no frames come, and the other side shows the whole picture alone.
    return new WorkerTrack<ToCropWorker>(worker, { onError: () => {} });
  }
}
