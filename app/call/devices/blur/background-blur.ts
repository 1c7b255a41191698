import { canMakeTracks, WorkerTrack } from '#app/sphere/worker-track.ts';
import type { Blurring } from '../device-store.ts';

/** Whether a track's background can be blurred in this browser. */
export function isBlurSupported(): boolean {
  return canMakeTracks() && typeof OffscreenCanvas === 'function';
}

/**
 * A track with the pictures of one camera after another, blurred by its own worker. Requires `isBlurSupported`.
 * @param report called on each change, starting from `loading`
 */
export function blurredTrack(report: (blurring: Blurring) => void): WorkerTrack<never, Blurring> {
  const worker = new Worker(new URL('./blur-worker.ts', import.meta.url), { type: 'module' });
  return new WorkerTrack<never, Blurring>(worker, { onSaid: report, onError: () => report('failed') });
}
