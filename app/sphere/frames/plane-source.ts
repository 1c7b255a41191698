import type { FrameSource, PaintedPicture } from './painted-picture.ts';
import { isPlaneFormat, type PlanePicture } from './plane-picture.ts';
import type { TrackFrames } from './track-processor.ts';

type PlaneSourceOptions = {
  frames: TrackFrames;
  picture: PlanePicture;
  /** A frame is ready to be taken. */
  onFrame: () => void;
  /** Frames are not, or no longer, in system memory. The source has closed itself. */
  onUnreadable: () => void;
};

/** Reads frames in system memory and provides them as planes. */
export class PlaneSource implements FrameSource {
  readonly #options: PlaneSourceOptions;
  readonly #reader: ReadableStreamDefaultReader<VideoFrame>;
  #closed = false;
  #reading = false;
  /** The frame being copied. It is the page's to close, also while it waits for the copy. */
  #frame: VideoFrame | null = null;
  #resume: (() => void) | null = null;

  constructor(options: PlaneSourceOptions) {
    this.#options = options;
    this.#reader = options.frames.readable.getReader();
    // A page that is left runs nothing after this: a frame that is still being copied would have no owner.
    addEventListener('pagehide', this.#leave);
    this.#readAll().catch(() => {
      if (!this.#closed) this.#giveUp();
    });
  }

  take(): PaintedPicture | null {
    if (!this.#resume) return null;
    this.#resume();
    this.#resume = null;
    this.#options.picture.update();
    return this.#options.picture;
  }

  close(): void {
    this.#closed = true;
    removeEventListener('pagehide', this.#leave);
    this.#frame?.close();
    this.#resume?.();
    this.#resume = null;
    // Chromium makes the frame that a read waits for one task before it enqueues it. Cancelled in between, it would drop
    // the frame without closing it; so the read gets its frame, and `readAll` cancels after it.
    if (!this.#reading) this.#cancel();
  }

  #cancel(): void {
    this.#reader.cancel().catch(() => {
      // An errored stream cannot be cancelled, and need not be.
    });
    this.#options.frames.stop();
  }

  async #readAll(): Promise<void> {
    for (;;) {
      const frame = await this.#read();
      if (!frame) return;
      if (this.#closed) {
        frame.close();
        return this.#cancel();
      }
      const readable = await this.#copy(frame);
      if (this.#closed) return;
      if (!readable) return this.#giveUp();
      await this.#taken();
      if (this.#closed) return;
    }
  }

  /** Undefined at the end of the track. */
  async #read(): Promise<VideoFrame | undefined> {
    this.#reading = true;
    try {
      return (await this.#reader.read()).value;
    } finally {
      this.#reading = false;
    }
  }

  readonly #leave = (): void => this.close();

  async #copy(frame: VideoFrame): Promise<boolean> {
    this.#frame = frame;
    try {
      if (!isPlaneFormat(frame.format)) return false;
      await this.#options.picture.copy(frame, frame.format);
      return true;
    } finally {
      this.#frame = null;
      frame.close();
    }
  }

  /** The next frame is copied only once this one has been uploaded, because they share a buffer. */
  #taken(): Promise<void> {
    return new Promise((resume) => {
      this.#resume = resume;
      this.#options.onFrame();
    });
  }

  #giveUp(): void {
    this.close();
    this.#options.onUnreadable();
  }
}
