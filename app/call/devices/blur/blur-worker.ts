import type { Blurring } from '../device-store.ts';
import { blurFrames } from './blur-frames.ts';
import { Compositor } from './compositor.ts';
import { Pace } from './pace.ts';
import { Segmenter } from './segmenter.ts';

/** `begin` comes first. Frames of a new source are blurred once the former source has ended. */
export type ToBlurWorker =
  | { name: 'begin'; writable: WritableStream<VideoFrame> }
  | { name: 'source'; readable: ReadableStream<VideoFrame> }
  | { name: 'end' };

/** `ended`: the worker holds no more frames. */
export type FromBlurWorker = Blurring | 'ended';

const compositor = new Compositor();
const segmenter = new Segmenter();
const pace = new Pace();
let status: Blurring = 'loading';
let writer: WritableStreamDefaultWriter<VideoFrame> | null = null;
let blurring = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<ToBlurWorker>) => {
  if (data.name === 'begin') writer = data.writable.getWriter();
  if (data.name === 'source') blurring = blurring.then(() => blurAll(data.readable));
  if (data.name === 'end')
    void blurring
      .then(() => writer?.close())
      .catch(() => {})
      .then(() => tell('ended'));
});

function tell(message: FromBlurWorker): void {
  self.postMessage(message);
}

function setStatus(now: Blurring): void {
  if (status === now) return;
  status = now;
  tell(now);
}

function blurAll(readable: ReadableStream<VideoFrame>): Promise<void> {
  return blurFrames(readable, {
    async findPerson(frame) {
      const picture = compositor.take(frame);
      if (status === 'failed') return null;
      const person = await segmenter.find(picture);
      if (person && status === 'loading') setStatus('good');
      return person;
    },
    blur: ({ timestamp }, person) => compositor.blur(timestamp, person),
    write: async (frame) => writer?.write(frame),
    onError(error) {
      // Only once, because the same error occurs on every frame.
      if (status !== 'failed') self.reportError(error);
      setStatus('failed');
    },
    onTime(ms) {
      if (status === 'failed' || status === 'loading') return;
      if (pace.add(ms)) setStatus(pace.isSlow ? 'slow' : 'good');
    },
  });
}
