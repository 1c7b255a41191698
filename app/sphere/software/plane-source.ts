import type { TrackFrames } from '../track-processor.ts';
import { copyPlanes, isPlaneFormat, type Planes } from './planes.ts';

type PlaneSourceOptions = {
  frames: TrackFrames;
  /** Shows a frame. When it resolves, with reusable memory, the next one is read. */
  onFrame: (frame: Planes) => Promise<Planes['data'] | null>;
  /** Frames are not, or no longer, in system memory. The source has closed itself. */
  onUnreadable: () => void;
};

/** Reads frames in system memory and provides them as planes. */
export class PlaneSource {
  readonly #options: PlaneSourceOptions;
  readonly #reader: ReadableStreamDefaultReader<VideoFrame>;
  #closed = false;
  #reading = false;
  /** The frame being copied. The page has to close it, even while the copy is running. */
  #frame: VideoFrame | null = null;
  #spare: Planes['data'] | null = null;

  constructor(options: PlaneSourceOptions) {
    this.#options = options;
    this.#reader = options.frames.readable.getReader();
    // A page that is left runs no code after this: a frame still being copied would have no owner.
    addEventListener('pagehide', this.#leave);
    this.#readAll().catch(() => {
      if (!this.#closed) this.#giveUp();
    });
  }

  close(): void {
    this.#closed = true;
    removeEventListener('pagehide', this.#leave);
    this.#frame?.close();
    // Chromium creates the frame that a read waits for one task before it enqueues it. If cancelled in between, it
    // would drop the frame without closing it; so the read gets its frame, and `readAll` cancels after it.
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
      const planes = await this.#copy(frame);
      if (this.#closed) return;
      if (!planes) return this.#giveUp();
      this.#spare = await this.#options.onFrame(planes);
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

  /** Null if the frame is not in system memory. */
  async #copy(frame: VideoFrame): Promise<Planes | null> {
    this.#frame = frame;
    try {
      return isPlaneFormat(frame.format) ? await copyPlanes(frame, frame.format, this.#spare) : null;
    } finally {
      this.#frame = null;
      frame.close();
    }
  }

  #giveUp(): void {
    this.close();
    this.#options.onUnreadable();
  }
}
