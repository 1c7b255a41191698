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

/** A video track that repeats one frame. */
export class FrameGenerator {
  readonly track = new MediaStreamTrackGenerator({ kind: 'video' });
  readonly #writer = this.track.writable.getWriter();
  #timer: ReturnType<typeof setInterval> | undefined;

  async repeat({ width, height, format, matrix, fullRange, rotation, flip }: RawFrame): Promise<void> {
    clearInterval(this.#timer);
    const data = await (await fetch('/frame.yuv')).arrayBuffer();
    this.#timer = setInterval(() => {
      const init: TurnedInit = {
        format,
        codedWidth: width,
        codedHeight: height,
        timestamp: performance.now() * 1000,
        colorSpace: { matrix, fullRange, primaries: null, transfer: null },
        rotation,
        flip,
      };
      const frame = new VideoFrame(data, init);
      this.#writer.write(frame).catch(() => frame.close());
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
