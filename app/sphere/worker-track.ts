import { type CopyFrames, processTrack } from './track-processor.ts';

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

/** To the worker of a track: `begin` comes first. Frames of a new source follow once the former source has ended. */
export type ToTrackWorker =
  | { name: 'begin'; writable: WritableStream<VideoFrame> }
  | { name: 'source'; readable: ReadableStream<VideoFrame> }
  | { name: 'end' };

/** Whether a worker can make a track's frames in this browser. */
export function canMakeTracks(): boolean {
  return typeof MediaStreamTrackProcessor === 'function' && typeof MediaStreamTrackGenerator === 'function';
}

type WorkerTrackHandlers<Said> = {
  onSaid?: (message: Said) => void;
  /** The worker could not be loaded, or has failed. */
  onError: () => void;
};

/**
 * A track whose frames a worker makes from those of one source after another. `Told` and `Said` are messages to and from
 * the worker beside `ToTrackWorker` and `ended`.
 */
export class WorkerTrack<Told = never, Said = never> {
  readonly track: MediaStreamTrack;
  readonly #worker: Worker;
  #frames: CopyFrames | null = null;

  /** Requires `canMakeTracks`. @param worker answers `ended` to `end` once it holds no more frames */
  constructor(worker: Worker, { onSaid, onError }: WorkerTrackHandlers<Said>) {
    if (!MediaStreamTrackGenerator) throw new Error('Tracks cannot be made');
    const generator = new MediaStreamTrackGenerator({ kind: 'video' });
    this.track = generator;
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<Said | 'ended'>) => {
      if (data === 'ended') worker.terminate();
      else onSaid?.(data);
    });
    worker.addEventListener('error', onError);
    const { writable } = generator;
    this.#send({ name: 'begin', writable }, writable);
  }

  /** Replaces the track whose frames are used. */
  setSource(source: MediaStreamTrack): void {
    this.#frames?.stop();
    this.#frames = processTrack(source);
    if (!this.#frames) return;
    const { track, readable } = this.#frames;
    track.enabled = true;
    this.#send({ name: 'source', readable }, readable);
  }

  /** The clone of the source that is read, scaled independently. */
  get source(): MediaStreamTrack | null {
    return this.#frames?.track ?? null;
  }

  tell(message: Told): void {
    this.#worker.postMessage(message);
  }

  /** Stops the track. The worker continues until it has closed all frames. */
  close(): void {
    this.#frames?.stop();
    this.#send({ name: 'end' });
  }

  #send(message: ToTrackWorker, ...transfer: Transferable[]): void {
    this.#worker.postMessage(message, transfer);
  }
}
