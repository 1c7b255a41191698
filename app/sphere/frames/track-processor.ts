import type { PaintWay } from './painted-picture.ts';

/**
 * Chromium's `MediaStreamTrackProcessor` on the page; TypeScript knows only that of workers.
 * https://w3c.github.io/mediacapture-transform/
 */
export type TrackProcessor = { readonly readable: ReadableStream<VideoFrame> };

declare global {
  var MediaStreamTrackProcessor:
    | (new (init: {
        track: MediaStreamTrack;
        maxBufferSize: number;
      }) => TrackProcessor)
    | undefined;
}

/** How frames will come, unless they turn out to be on the graphics card. */
export function likelyWay(): PaintWay {
  return globalThis.MediaStreamTrackProcessor ? 'planes' : 'texture';
}

/** Null where the browser cannot read tracks, as Firefox, or only in workers, as Safari; or the track has ended. */
export function processTrack(track: MediaStreamTrack): TrackProcessor | null {
  const Processor = globalThis.MediaStreamTrackProcessor;
  if (!Processor || track.readyState === 'ended') return null;
  // With a buffer of one frame, it is the oldest that is dropped when frames come faster than they are painted.
  return new Processor({ track, maxBufferSize: 1 });
}
