import { processTrack, type TrackFrames } from './track-processor.ts';
import { watchFrames } from './watch-frames.ts';

/** After this many announced frames that could not be created, reading fails. */
const MOST_MISSING = 30;

/** Polling interval of a playing element in a hidden tab, where browsers do not announce frames. */
const LOOK_MS = 1_000;

/** Whether a page can read frames: from tracks (Chromium), or from elements that play them (Firefox, Safari). */
export function canReadFrames(): boolean {
  return (globalThis.MediaStreamTrackProcessor ?? globalThis.VideoFrame) !== undefined;
}

/** The frames of a track, to be read one at a time; null if it has ended, or the browser lets a page read none. */
export function trackFrames(track: MediaStreamTrack): TrackFrames | null {
  return processTrack(track) ?? elementFrames(track);
}

/**
 * Frames of an element that plays the track; each read gets the newest. Reading fails if the browser creates no frames
 * from the element. A single one may be missing: an element has none while its track is replaced or its page closes.
 */
function elementFrames(track: MediaStreamTrack): TrackFrames | null {
  if (track.readyState === 'ended' || !canReadFrames()) return null;
  const player = document.createElement('video');
  Object.assign(player, { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
  player.play().catch(() => {
    // The element has been given up.
  });
  let isFresh = false;
  let isOver = false;
  let missing = 0;
  let wake = (): void => {};
  const announce = () => {
    isFresh = true;
    wake();
  };
  const unwatch = watchFrames(player, announce);
  const timer = setInterval(() => {
    // A track that is stopped by this page fires no event.
    if (track.readyState === 'ended') wake();
    else if (document.hidden && player.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) announce();
  }, LOOK_MS);
  const stop = () => {
    isOver = true;
    unwatch();
    clearInterval(timer);
    player.srcObject = null;
  };
  /** The announced frame; null if the element has none. */
  const create = (): VideoFrame | null => {
    isFresh = false;
    try {
      const frame = new VideoFrame(player, { timestamp: 0 });
      missing = 0;
      return frame;
    } catch (error) {
      missing += 1;
      if (missing >= MOST_MISSING) throw error;
      return null;
    }
  };
  const pull = async (controller: ReadableStreamDefaultController<VideoFrame>) => {
    for (;;) {
      if (!isFresh)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (isOver) return;
      if (track.readyState === 'ended') {
        stop();
        return controller.close();
      }
      const frame = isFresh ? create() : null;
      if (frame) return controller.enqueue(frame);
    }
  };
  // Without a buffer, a frame is created only when one is read.
  return { readable: new ReadableStream({ pull, cancel: stop }, { highWaterMark: 0 }), stop };
}
