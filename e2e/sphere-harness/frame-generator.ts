/** A frame as the test serves it: its planes one after the other. */
export type RawFrame = {
  width: number;
  height: number;
  format: 'I420' | 'NV12';
  matrix: VideoMatrixCoefficients | null;
  fullRange: boolean | null;
};

/** https://developer.chrome.com/docs/capabilities/web-apis/mediastreamtrack-insertable-media-processing */
declare const MediaStreamTrackGenerator: new (init: {
  kind: 'video';
}) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };

const FRAME_MS = 50;

/** A video track that shows one frame again and again, as a paused film would. */
export class FrameGenerator {
  readonly track = new MediaStreamTrackGenerator({ kind: 'video' });
  readonly #writer = this.track.writable.getWriter();
  #timer: ReturnType<typeof setInterval> | undefined;

  async repeat({ width, height, format, matrix, fullRange }: RawFrame): Promise<void> {
    clearInterval(this.#timer);
    const data = await (await fetch('/frame.yuv')).arrayBuffer();
    this.#timer = setInterval(() => {
      const frame = new VideoFrame(data, {
        format,
        codedWidth: width,
        codedHeight: height,
        timestamp: performance.now() * 1000,
        colorSpace: { matrix, fullRange, primaries: null, transfer: null },
      });
      this.#writer.write(frame).catch(() => frame.close());
    }, FRAME_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.track.stop();
  }
}
