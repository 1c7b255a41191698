import type { VideoTarget } from '#protocol/video-quality.ts';

/** In pixels. */
export type Size = { width: number; height: number };

/** A picture that does not come within this time does not hold up the recording. */
const LONGEST_WAIT_MS = 3_000;

/**
 * The size of a recording's frames: the shape of the first picture, at least at its camera's size, because the first
 * picture may be smaller than later ones. Even, as encoders require.
 * @param shape null if there is no picture yet
 */
export function frameSize(shape: Size | null, target: VideoTarget): Size {
  const { width, height } = shape ?? target;
  const scale = Math.max(1, Math.min(target.width, target.height) / Math.min(width, height));
  const even = (length: number) => 2 * Math.round((length * scale) / 2);
  return { width: even(width), height: even(height) };
}

/** The size of a track's picture, upright; null if none comes. */
export function shownSize(track: MediaStreamTrack): Promise<Size | null> {
  const player = document.createElement('video');
  Object.assign(player, { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      const { videoWidth: width, videoHeight: height } = player;
      player.srcObject = null;
      resolve(width > 0 && height > 0 ? { width, height } : null);
    };
    const timer = setTimeout(end, LONGEST_WAIT_MS);
    player.addEventListener('loadeddata', end);
    // The timer gives up.
    player.play().catch(() => {});
  });
}
