import { VideoSample, type VideoSampleSource } from 'mediabunny';
import type { Size } from './frame-size.ts';
import { readFrames } from './track-frames.ts';

/**
 * Without a new picture for this long the last one is repeated: players, and the sound in the file, would wait for it.
 */
const LONGEST_MS = 1_000;

/** Feeds an encoder with frames of one size, while the track may be replaced, turned off or resized. */
export class VideoFeed {
  readonly #source: VideoSampleSource;
  readonly #canvas: OffscreenCanvas;
  readonly #onProblem: (error: unknown) => void;
  readonly #begun = performance.now();
  readonly #timer = setInterval(() => this.#repeat(), LONGEST_MS);
  #track: MediaStreamTrack | null | undefined;
  #stop: () => void = () => {};
  /** The frame to repeat; null: black. */
  #last: VideoFrame | null = null;
  /** In seconds. */
  #lastAt = -1;
  #isBusy = false;
  /** The camera was turned off while the encoder was busy. */
  #isBlackDue = false;
  #isOver = false;

  /** @param onProblem called once if the source accepts no more */
  constructor(source: VideoSampleSource, { width, height }: Size, onProblem: (error: unknown) => void) {
    this.#source = source;
    this.#canvas = new OffscreenCanvas(width, height);
    this.#onProblem = onProblem;
  }

  /** @param track null while the camera is off: its last frame must not stay visible */
  show(track: MediaStreamTrack | null): void {
    if (track === this.#track) return;
    this.#stop();
    this.#track = track;
    this.#keep(null);
    const isCurrent = () => track === this.#track && !this.#isOver;
    this.#stop = track
      ? readFrames(track, async (frame) => {
          if (isCurrent()) {
            this.#keep(frame.clone());
            await this.#add(frame);
          }
          frame.close();
        })
      : () => {};
    if (!track) this.#repeat();
  }

  close(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#stop();
    this.#keep(null);
  }

  #keep(frame: VideoFrame | null): void {
    this.#last?.close();
    this.#last = frame;
  }

  #repeat(): void {
    const isLate = this.#now() - this.#lastAt >= LONGEST_MS / 2_000;
    if (isLate || !this.#last) void this.#add(this.#last);
  }

  /** In seconds. */
  #now(): number {
    return (performance.now() - this.#begun) / 1_000;
  }

  /** @param frame null: black */
  async #add(frame: VideoFrame | null): Promise<void> {
    const timestamp = this.#lastAt < 0 ? 0 : this.#now();
    if (this.#isBusy) this.#isBlackDue ||= frame === null;
    if (this.#isBusy || this.#isOver || timestamp <= this.#lastAt) return;
    this.#isBusy = true;
    this.#isBlackDue = false;
    this.#lastAt = timestamp;
    const picture = frame && this.#fits(frame) ? frame.clone() : this.#draw(frame);
    const sample = new VideoSample(picture, { timestamp });
    try {
      await this.#source.add(sample);
    } catch (error) {
      if (!this.#isOver) this.#onProblem(error);
      this.#isOver = true;
    } finally {
      sample.close();
      this.#isBusy = false;
    }
    if (this.#isBlackDue) await this.#add(null);
  }

  #fits({ visibleRect, displayWidth, displayHeight, rotation = 0, flip = false }: VideoFrame): boolean {
    const { width, height } = this.#canvas;
    const isUpright =
      rotation === 0 && !flip && visibleRect?.width === width && visibleRect.height === height;
    return isUpright && displayWidth === width && displayHeight === height;
  }

  /** A frame in the recording's size, rotated for display. */
  #draw(frame: VideoFrame | null): VideoFrame {
    const { width, height } = this.#canvas;
    const context = this.#canvas.getContext('2d', { alpha: false });
    if (frame) context?.drawImage(frame, 0, 0, width, height);
    else context?.clearRect(0, 0, width, height);
    return new VideoFrame(this.#canvas, { timestamp: 0 });
  }
}
