import { makeTrack } from '#app/sphere/make-track.ts';
import type { Blurring } from '../device-store.ts';
import { blurFrames } from './blur-frames.ts';
import { Compositor } from './compositor.ts';
import { Pace } from './pace.ts';
import { Segmenter } from './segmenter.ts';

const compositor = new Compositor();
const segmenter = new Segmenter();
const pace = new Pace();
let status: Blurring = 'loading';

function setStatus(now: Blurring): void {
  if (status === now) return;
  status = now;
  self.postMessage(now);
}

makeTrack((frames, write) =>
  blurFrames(frames, {
    async findPerson(frame) {
      const picture = compositor.take(frame);
      if (status === 'failed') return null;
      const person = await segmenter.find(picture);
      if (person && status === 'loading') setStatus('good');
      return person;
    },
    blur: ({ timestamp }, person) => compositor.blur(timestamp, person),
    write,
    onError(error) {
      // Only once, because the same error occurs on every frame.
      if (status !== 'failed') self.reportError(error);
      setStatus('failed');
    },
    onTime(ms) {
      if (status === 'failed' || status === 'loading') return;
      if (pace.add(ms)) setStatus(pace.isSlow ? 'slow' : 'good');
    },
  }),
);
