/** A camera sending below this bitrate, in bit/s, sends no picture. */
const LEAST_BITRATE = 30_000;

/** The parts of a room's media that are looked at. */
type Camera = {
  id: string;
  closed: boolean;
  paused: boolean;
  /** `byteCount` since it began, `bitrate` in bit/s. */
  getStats(): Promise<{ byteCount: number; bitrate: number }[]>;
};
type Sender = { isCameraConnected: boolean; camera: Camera | undefined };
/** Bytes of a receive transport since it began. */
export type Traffic = { forwarded: number; heard: number };
type Receiver = {
  isConnected(direction: 'receive'): boolean;
  traffic(): Promise<Traffic>;
  consumerOf(camera: Camera): { paused: boolean } | undefined;
};

/** State of the host's picture at a moment. */
export type Picture = {
  /** It is sent; or would be, as browsers send nothing while there is no consumer. */
  offered: boolean;
  /** The guest's browser is reachable. */
  reached: boolean;
  /** Media was forwarded to the guest since the last look: picture or sound. */
  forwarded: boolean;
  /** The guest's browser was heard since the look before the last one: while it receives media, some report once a second. */
  heard: boolean;
};

export const NO_PICTURE: Picture = { offered: false, reached: false, forwarded: false, heard: false };

/** Observes the host's picture and what is forwarded to the guest, comparing each look with the last. */
export class PictureWatch {
  #camera: Camera | null = null;
  #bytes = 0;
  #traffic: Traffic = { forwarded: 0, heard: 0 };
  #wasHeard = false;

  async look({ host, guest }: { host: Sender; guest: Receiver }): Promise<Picture> {
    const { camera } = host;
    // In parallel, which costs less.
    const [grows, traffic] = await Promise.all([this.#grows(camera), this.#moved(guest)]);
    const reached = guest.isConnected('receive');
    const isOn = camera !== undefined && !camera.closed && !camera.paused && host.isCameraConnected;
    const isConsumed = camera !== undefined && reached && guest.consumerOf(camera)?.paused === false;
    return { offered: isOn && (grows || !isConsumed), reached, ...traffic };
  }

  /** What has moved on the guest's transport since the last look. A new transport begins at zero. */
  async #moved(guest: Receiver): Promise<Pick<Picture, 'forwarded' | 'heard'>> {
    const before = this.#traffic;
    this.#traffic = await guest.traffic();
    const { forwarded, heard } = this.#traffic;
    const [wasHeard, isHeard] = [this.#wasHeard, heard > 0 && heard !== before.heard];
    this.#wasHeard = isHeard;
    return {
      forwarded: forwarded > 0 && forwarded !== before.forwarded,
      heard: isHeard || wasHeard,
    };
  }

  /** Whether the camera has sent a picture since the last look. */
  async #grows(camera: Camera | undefined): Promise<boolean> {
    // Fails if the camera was closed meanwhile.
    const streams = (await camera?.getStats().catch(() => [])) ?? [];
    const sum = (key: 'byteCount' | 'bitrate') => streams.reduce((total, stream) => total + stream[key], 0);
    const before = this.#camera === camera ? this.#bytes : 0;
    this.#camera = camera ?? null;
    this.#bytes = sum('byteCount');
    return this.#bytes > before && sum('bitrate') >= LEAST_BITRATE;
  }
}
