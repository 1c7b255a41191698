/** A camera that sends less than this, in bit/s, sends no picture. */
const LEAST_BITRATE = 30_000;
/**
 * mediasoup's score of a consumer, of 10, by its receiver's reports: some ten times the fourth power of the share that arrives,
 * where a packet that is sent again counts as lost in part. Measured (`bench:network -- --paid`): with 30 % lost all of them are
 * sent again, the picture goes on with 28 frames a second and the score is 3 or more; with 50 % it stands still for seconds,
 * and the score is often less.
 */
const LEAST_SCORE = 3;

/** What is looked at of a room's media. */
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
  /** By which it reports what arrives, since its transport began. */
  reportedBytes(): Promise<number>;
  consumerOf(camera: Camera): Consumer | undefined;
};

/** What becomes of the host's picture at a moment. */
export type Picture = {
  /** It is sent; or would be, as browsers send nothing that is not consumed. */
  offered: boolean;
  /** The guest's browser can be reached. */
  reached: boolean;
  /** It is sent to the guest, and arrives. */
  arrives: boolean;
};

export const NO_PICTURE: Picture = { offered: false, reached: false, arrives: false };

/** Looks again and again at the host's picture. */
export class PictureWatch {
  #camera: Camera | null = null;
  #bytes = 0;
  #reported = 0;

  async look({ host, guest }: { host: Sender; guest: Receiver }): Promise<Picture> {
    const reached = guest.isConnected('receive');
    const camera = host.camera;
    if (!camera || camera.closed || camera.paused || !host.isConnected('send'))
      return { ...NO_PICTURE, reached };
    // Asked at once, which costs less.
    const [grows, reports] = await Promise.all([this.#grows(camera), this.#reports(guest)]);
    const consumer = guest.consumerOf(camera);
    const consumed = reached && consumer?.paused === false;
    const arrives = consumed && grows && reports && consumer.score.score >= LEAST_SCORE;
    return { offered: grows || !consumed, reached, arrives };
  }

  /** Whether anything has come from the guest's browser since it was looked at last: the score stays while no report comes. */
  async #reports(guest: Receiver): Promise<boolean> {
    const before = this.#reported;
    this.#reported = await guest.reportedBytes();
    return this.#reported !== before;
  }

  /** Whether it has sent a picture since it was looked at last. */
  async #grows(camera: Camera): Promise<boolean> {
    // Of one that is closed meanwhile there are none.
    const streams = await camera.getStats().catch(() => []);
    const sum = (key: 'byteCount' | 'bitrate') => streams.reduce((total, stream) => total + stream[key], 0);
    const before = this.#camera === camera ? this.#bytes : 0;
    this.#camera = camera;
    this.#bytes = sum('byteCount');
    return this.#bytes > before && sum('bitrate') >= LEAST_BITRATE;
  }
}
