/**
 * Chromium's `MediaStreamTrackProcessor` on the main thread; TypeScript only has the worker version.
 * https://w3c.github.io/mediacapture-transform/
 */
type TrackProcessor = { readonly readable: ReadableStream<VideoFrame> };

/** The frames of a track; to be stopped only while no read is pending. */
export type TrackFrames = TrackProcessor & { stop: () => void };

/** The frames of a copy of a track, with that copy. */
export type CopyFrames = TrackFrames & { readonly track: MediaStreamTrack };

declare global {
  var MediaStreamTrackProcessor:
    | (new (init: {
        track: MediaStreamTrack;
        maxBufferSize: number;
      }) => TrackProcessor)
    | undefined;
}

/**
 * Reads a copy of the track: if the track itself were stopped while a read is pending, Chromium would sometimes drop a
 * frame without closing it. Null if the browser cannot read tracks (Firefox) or only in workers (Safari), or the track
 * has ended.
 */
export function processTrack(track: MediaStreamTrack): CopyFrames | null {
  const Processor = globalThis.MediaStreamTrackProcessor;
  if (!Processor || track.readyState === 'ended') return null;
  // With a buffer of one frame, the oldest is dropped when frames arrive faster than they are rendered.
  const copy = track.clone();
  const { readable } = new Processor({ track: copy, maxBufferSize: 1 });
  return { readable, track: copy, stop: () => copy.stop() };
}
