/** A frame as served by the test: its planes in sequence. */
export type RawFrame = {
  width: number;
  height: number;
  format: 'I420' | 'NV12';
  matrix: VideoMatrixCoefficients | null;
  fullRange: boolean | null;
  /** In degrees clockwise. */
  rotation: 0 | 90 | 180 | 270;
  flip: boolean;
};

/** TypeScript lacks both: https://w3c.github.io/webcodecs/#dictdef-videoframebufferinit. */
type TurnedInit = VideoFrameBufferInit & Pick<RawFrame, 'rotation' | 'flip'>;

/** https://developer.chrome.com/docs/capabilities/web-apis/mediastreamtrack-insertable-media-processing */
declare const MediaStreamTrackGenerator: new (init: {
  kind: 'video';
}) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };

const FRAME_MS = 50;

/** Makes what is shown from a frame, which it closes; null shows nothing. */
type Change = (frame: VideoFrame) => Promise<VideoFrame | null>;

/** A video track that repeats one frame. */
export class FrameGenerator {
  readonly track = new MediaStreamTrackGenerator({ kind: 'video' });
  readonly #writer = this.track.writable.getWriter();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param path of the frame's bytes */
  async repeat(
    { width, height, format, matrix, fullRange, rotation, flip }: RawFrame,
    path: string,
    change: Change = async (frame) => frame,
  ): Promise<void> {
    clearInterval(this.#timer);
    const data = await (await fetch(path)).arrayBuffer();
    this.#timer = setInterval(async () => {
      const init: TurnedInit = {
        format,
        codedWidth: width,
        codedHeight: height,
        timestamp: performance.now() * 1000,
        colorSpace: { matrix, fullRange, primaries: null, transfer: null },
        rotation,
        flip,
      };
      const frame = await change(new VideoFrame(data, init));
      if (frame) this.#writer.write(frame).catch(() => frame.close());
    }, FRAME_MS);
  }

  /** Stops the frames: the last one stays, as when a film is paused. */
  hold(): void {
    clearInterval(this.#timer);
  }

  stop(): void {
    this.hold();
    this.track.stop();
  }
}
