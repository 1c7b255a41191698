/**
 * Chromium's `MediaStreamTrackProcessor` on the main thread; TypeScript only has the worker version.
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

/** Null if the browser cannot read tracks (Firefox) or only in workers (Safari), or the track has ended. */
export function processTrack(track: MediaStreamTrack): TrackProcessor | null {
  const Processor = globalThis.MediaStreamTrackProcessor;
  if (!Processor || track.readyState === 'ended') return null;
  // With a buffer of one frame, the oldest is dropped when frames arrive faster than they are rendered.
  return new Processor({ track, maxBufferSize: 1 });
}
