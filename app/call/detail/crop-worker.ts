import { makeTrack } from '#app/sphere/make-track.ts';
import type { SpherePicture } from '#app/sphere/picture.ts';
import { Aim, type Aimed } from './aim.ts';
import { cutDetail } from './crop.ts';

/** Beside `ToTrackWorker`. */
export type ToCropWorker = { name: 'look'; aimed: Aimed } | { name: 'picture'; picture: SpherePicture };

/** The source's frames cannot be cut. */
export type FromCropWorker = 'uncuttable';

/** So many frames in a row: a camera that changes its size has a few others. */
const MOST_UNCUT = 60;

const aim = new Aim();

self.addEventListener('message', ({ data }: MessageEvent<ToCropWorker>) => {
  if (data.name === 'look') aim.look(data.aimed);
  if (data.name === 'picture') aim.setPicture(data.picture);
});

makeTrack(async (frames, write) => {
  const reader = frames.getReader();
  let uncut = 0;
  for (;;) {
    const { value: frame, done } = await reader.read();
    if (done) return;
    try {
      // A frame may be gone: its copy then fails.
      const detail = await cutDetail(frame, aim.place).catch(() => null);
      uncut = detail ? 0 : uncut + 1;
      if (uncut === MOST_UNCUT) {
        const answer: FromCropWorker = 'uncuttable';
        self.postMessage(answer);
      }
      // Rejects once the track has been stopped.
      if (detail) await write(detail).catch(() => detail.close());
    } finally {
      frame.close();
    }
  }
});
