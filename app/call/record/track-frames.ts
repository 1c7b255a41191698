import { trackFrames } from '#app/sphere/track-frames.ts';

/**
 * Reads the frames of a track as they come; frames that come while the previous one is still being processed are
 * dropped.
 * @param take closes the frame; not called after the end
 * @returns a function that ends it
 */
export function readFrames(track: MediaStreamTrack, take: (frame: VideoFrame) => Promise<void>): () => void {
  const frames = trackFrames(track);
  if (!frames) return () => {};
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
    // A pending read still gets its frame, as Chromium would drop it without closing it.
    isOver = true;
  };
}
