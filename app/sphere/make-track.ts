import type { ToTrackWorker } from './worker-track.ts';

/** Writes a frame, and takes it over. Rejects once the track has been stopped. */
export type WriteFrame = (frame: VideoFrame) => Promise<void>;

/**
 * The worker's side of a `WorkerTrack`.
 * @param make writes the frames that it makes from those of a source, until there are no more
 */
export function makeTrack(
  make: (frames: ReadableStream<VideoFrame>, write: WriteFrame) => Promise<void>,
): void {
  let writer: WritableStreamDefaultWriter<VideoFrame> | null = null;
  let making = Promise.resolve();
  const write: WriteFrame = async (frame) => writer?.write(frame);
  self.addEventListener('message', ({ data }: MessageEvent<ToTrackWorker>) => {
    if (data.name === 'begin') writer = data.writable.getWriter();
    if (data.name === 'source') making = making.then(() => make(data.readable, write));
    if (data.name === 'end')
      void making
        .then(() => writer?.close())
        .catch(() => {})
        .then(() => self.postMessage('ended'));
  });
}
