import { type CopyFrames, processTrack } from '#app/sphere/track-processor.ts';
import type { Blurring } from '../device-store.ts';
import type { FromBlurWorker, ToBlurWorker } from './blur-worker.ts';

declare global {
  /** Chromium's. https://developer.chrome.com/docs/capabilities/web-apis/mediastreamtrack-insertable-media-processing */
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

/** A track with the pictures of one camera after another, blurred by a worker of its own. */
export class BackgroundBlur {
  readonly track: MediaStreamTrack;
  readonly #worker = new Worker(new URL('./blur-worker.ts', import.meta.url), { type: 'module' });
  #frames: CopyFrames | null = null;

  /** Only where it is supported. @param report called when it has changed, from `loading` */
  constructor(report: (blurring: Blurring) => void) {
    if (!MediaStreamTrackGenerator) throw new Error('Tracks cannot be made');
    const generator = new MediaStreamTrackGenerator({ kind: 'video' });
    this.track = generator;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromBlurWorker>) => {
      if (data === 'ended') this.#worker.terminate();
      else report(data);
    });
    // It could not be loaded, or reports why it has failed.
    this.#worker.addEventListener('error', () => report('failed'));
    const { writable } = generator;
    this.#tell({ name: 'begin', writable }, writable);
  }

  /** Goes on with another camera, in place of the former one. */
  setSource(camera: MediaStreamTrack): void {
    this.#frames?.stop();
    this.#frames = processTrack(camera);
    if (!this.#frames) return;
    const { track, readable } = this.#frames;
    track.enabled = true;
    this.#tell({ name: 'source', readable }, readable);
  }

  /** The copy of the camera's track that is read: it is scaled by itself. */
  get source(): MediaStreamTrack | null {
    return this.#frames?.track ?? null;
  }

  /** The worker goes on until it has closed all frames. */
  close(): void {
    this.#frames?.stop();
    this.#tell({ name: 'end' });
  }

  #tell(message: ToBlurWorker, ...transfer: Transferable[]): void {
    this.#worker.postMessage(message, transfer);
  }
}
