import type { SpherePicture } from '#app/sphere/picture.ts';
import { makeTrack } from '#app/sphere/track-worker.ts';
import { Aim, type Aimed } from './aim.ts';
import { cutDetail } from './crop.ts';

/** Beside `ToTrackWorker`. */
export type ToCropWorker = { name: 'look'; aimed: Aimed } | { name: 'picture'; picture: SpherePicture };

const aim = new Aim();

self.addEventListener('message', ({ data }: MessageEvent<ToCropWorker>) => {
  if (data.name === 'look') aim.look(data.aimed);
  if (data.name === 'picture') aim.setPicture(data.picture);
});

makeTrack(async (frames, write) => {
  const reader = frames.getReader();
  for (;;) {
    const { value: frame, done } = await reader.read();
    if (done) return;
    try {
      const detail = await cutDetail(frame, aim.place);
      // Rejects once the track has been stopped.
      if (detail) await write(detail).catch(() => detail.close());
    } finally {
      frame.close();
    }
  }
});
