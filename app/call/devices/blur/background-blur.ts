import { type CopyFrames, processTrack } from '#app/sphere/track-processor.ts';
import type { Blurring } from '../device-store.ts';
import type { FromBlurWorker, ToBlurWorker } from './blur-worker.ts';

declare global {
  /**
   * Chromium's API.
   * https://developer.chrome.com/docs/capabilities/web-apis/mediastreamtrack-insertable-media-processing
   */
  var MediaStreamTrackGenerator:
    | (new (init: {
        kind: 'video';
      }) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> })
    | undefined;
}

/** Whether a track's frames can be replaced in this browser. */
export function isBlurSupported(): boolean {
  return (
    typeof MediaStreamTrackProcessor === 'function' &&
    typeof MediaStreamTrackGenerator === 'function' &&
    typeof OffscreenCanvas === 'function'
  );
}

/** A track with the pictures of one camera after another, blurred by its own worker. */
export class BackgroundBlur {
  readonly track: MediaStreamTrack;
  readonly #worker = new Worker(new URL('./blur-worker.ts', import.meta.url), { type: 'module' });
  #frames: CopyFrames | null = null;

  /** Requires `isBlurSupported`. @param report called on each change, starting from `loading` */
  constructor(report: (blurring: Blurring) => void) {
    if (!MediaStreamTrackGenerator) throw new Error('Tracks cannot be made');
    const generator = new MediaStreamTrackGenerator({ kind: 'video' });
    this.track = generator;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromBlurWorker>) => {
      if (data === 'ended') this.#worker.terminate();
      else report(data);
    });
    // The worker could not be loaded, or has failed.
    this.#worker.addEventListener('error', () => report('failed'));
    const { writable } = generator;
    this.#tell({ name: 'begin', writable }, writable);
  }

  /** Replaces the camera whose pictures are blurred. */
  setSource(camera: MediaStreamTrack): void {
    this.#frames?.stop();
    this.#frames = processTrack(camera);
    if (!this.#frames) return;
    const { track, readable } = this.#frames;
    track.enabled = true;
    this.#tell({ name: 'source', readable }, readable);
  }

  /** The clone of the camera's track that is read, scaled independently. */
  get source(): MediaStreamTrack | null {
    return this.#frames?.track ?? null;
  }

  /** Stops the track. The worker continues until it has closed all frames. */
  close(): void {
    this.#frames?.stop();
    this.#tell({ name: 'end' });
  }

  #tell(message: ToBlurWorker, ...transfer: Transferable[]): void {
    this.#worker.postMessage(message, transfer);
  }
}
