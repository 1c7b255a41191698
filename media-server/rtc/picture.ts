/** A camera sending below this bitrate, in bit/s, sends no picture. */
const LEAST_BITRATE = 30_000;
/**
 * Minimum of mediasoup's score of a consumer, 0 to 10, which comes from its receiver's reports: about ten times the
 * fourth power of the share that arrives, where a retransmitted packet counts as partly lost. Measured (`bench:network
 * -- --paid`): at 30 % loss everything is retransmitted, the picture runs at 28 frames/s and the score is 3 or more; at
 * 50 % it freezes for seconds, and the score is often lower.
 */
const LEAST_SCORE = 3;

/** The parts of a room's media that are looked at. */
type Camera = {
  id: string;
  closed: boolean;
  paused: boolean;
  /** `byteCount` since it began, `bitrate` in bit/s. */
  getStats(): Promise<{ byteCount: number; bitrate: number }[]>;
};
type Consumer = { paused: boolean; score: { score: number } };
type Sender = { isConnected(direction: 'send'): boolean; camera: Camera | undefined };
type Receiver = {
  isConnected(direction: 'receive'): boolean;
  /** Bytes of its reception reports since its transport began. */
  reportedBytes(): Promise<number>;
  consumerOf(camera: Camera): Consumer | undefined;
};

/** State of the host's picture at a moment. */
export type Picture = {
  /** It is sent; or would be, as browsers send nothing while there is no consumer. */
  offered: boolean;
  /** The guest's browser is reachable. */
  reached: boolean;
  /** It is sent to the guest, and arrives. */
  arrives: boolean;
};

export const NO_PICTURE: Picture = { offered: false, reached: false, arrives: false };

/** Observes the host's picture, comparing each look with the last. */
export class PictureWatch {
  #camera: Camera | null = null;
  #bytes = 0;
  #reported = 0;

  async look({ host, guest }: { host: Sender; guest: Receiver }): Promise<Picture> {
    const reached = guest.isConnected('receive');
    const camera = host.camera;
    if (!camera || camera.closed || camera.paused || !host.isConnected('send'))
      return { ...NO_PICTURE, reached };
    // In parallel, which costs less.
    const [grows, reports] = await Promise.all([this.#grows(camera), this.#reports(guest)]);
    const consumer = guest.consumerOf(camera);
    const consumed = reached && consumer?.paused === false;
    const arrives = consumed && grows && reports && consumer.score.score >= LEAST_SCORE;
    return { offered: grows || !consumed, reached, arrives };
  }

  /** Whether the guest's browser has reported since the last look: without reports the score does not change. */
  async #reports(guest: Receiver): Promise<boolean> {
    const before = this.#reported;
    this.#reported = await guest.reportedBytes();
    return this.#reported !== before;
  }

  /** Whether the camera has sent a picture since the last look. */
  async #grows(camera: Camera): Promise<boolean> {
    // Fails if the camera was closed meanwhile.
    const streams = await camera.getStats().catch(() => []);
    const sum = (key: 'byteCount' | 'bitrate') => streams.reduce((total, stream) => total + stream[key], 0);
    const before = this.#camera === camera ? this.#bytes : 0;
    this.#camera = camera;
    this.#bytes = sum('byteCount');
    return this.#bytes > before && sum('bitrate') >= LEAST_BITRATE;
  }
}
