import type { types } from 'mediasoup';

/** How long a new camera is watched: encoders keep their settings while they send. */
const WATCH_MS = 15_000;

/**
 * Calls back once if pictures come in another order than they are shown in, as encoders with B-frames send them. Browsers
 * show WebRTC's pictures in the order of decoding, so such pictures jump back and forth.
 */
export async function watchOrder(
  router: types.Router,
  camera: types.Producer,
  onOutOfOrder: () => void,
): Promise<void> {
  const transport = await router.createDirectTransport();
  const stop = () => transport.close();
  const timer = setTimeout(stop, WATCH_MS);
  timer.unref();
  transport.observer.once('close', () => clearTimeout(timer));
  const { rtpCapabilities } = router;
  const consumer = await transport.consume({ producerId: camera.id, rtpCapabilities });
  consumer.once('producerclose', stop);
  const order = new PictureOrder();
  consumer.on('rtp', (packet) => {
    if (order.isKept(packet)) return;
    stop();
    onOutOfOrder();
  });
}

/** Compares the timestamps of RTP packets in the order in which they were sent. */
export class PictureOrder {
  #sequence: number | null = null;
  #timestamp = 0;

  /** @param packet RTP (RFC 3550, 5.1) @returns false if it is of an earlier picture than the packet sent before it */
  isKept(packet: Buffer): boolean {
    const sequence = packet.readUInt16BE(2);
    const timestamp = packet.readUInt32BE(4);
    // A packet that was delayed or sent again says nothing.
    if (this.#sequence !== null && ((sequence - this.#sequence) & 0xffff) >= 0x8000) return true;
    const isKept = this.#sequence === null || ((timestamp - this.#timestamp) | 0) >= 0;
    this.#sequence = sequence;
    this.#timestamp = timestamp;
    return isKept;
  }
}
