import { processTrack, type TrackFrames } from '#app/sphere/software/track-processor.ts';

/** Where a page cannot read tracks, a playing element is looked at so often, in ms. */
const LOOK_MS = 1000 / 30;

/**
 * Reads the frames of a track as they come; those that come while the one before is still being taken are left out.
 * @param take closes the frame; called no more after the end
 * @returns ends it
 */
export function readFrames(track: MediaStreamTrack, take: (frame: VideoFrame) => Promise<void>): () => void {
  const frames = processTrack(track);
  return frames ? readTrack(frames, take) : watchElement(track, take);
}

function readTrack(frames: TrackFrames, take: (frame: VideoFrame) => Promise<void>): () => void {
  const reader = frames.readable.getReader();
  let isOver = false;
  const readAll = async () => {
    for (;;) {
      const { value: frame } = await reader.read();
      if (!frame) return;
      if (isOver) frame.close();
      else await take(frame);
      if (isOver) break;
    }
    await reader.cancel();
    frames.stop();
  };
  // The track has ended.
  readAll().catch(() => frames.stop());
  return () => {
    // A pending read gets its frame, as Chromium would drop it without closing it.
    isOver = true;
  };
}

/** Firefox and Safari. In a hidden tab they look once a second. */
function watchElement(track: MediaStreamTrack, take: (frame: VideoFrame) => Promise<void>): () => void {
  const player = document.createElement('video');
  Object.assign(player, { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
  player.play().catch(() => {
    // The element has been given up.
  });
  let isBusy = false;
  let seen = -1;
  const timer = setInterval(() => {
    const { readyState, currentTime } = player;
    if (isBusy || currentTime === seen || readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    seen = currentTime;
    isBusy = true;
    void take(new VideoFrame(player, { timestamp: 0 })).finally(() => {
      isBusy = false;
    });
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    player.srcObject = null;
  };
}
