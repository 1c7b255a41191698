import type { Producer } from 'mediasoup-client/types';

/** What a track on its way out should do now. */
export type Sending = {
  /** In bit/s; null for sound, which takes little. */
  maxBitrate: number | null;
  /** Muted, or the camera turned off. */
  paused: boolean;
};

/**
 * A producer whose encoder works only while somebody takes what it makes: the first thing that the other side gets is
 * then a whole picture. Encoders answer a request for one only 300 ms after the last, and a connection that has just
 * come about would have to wait for it.
 */
export class Outgoing {
  readonly producer: Producer;
  #sending: Sending;
  #consumed = false;
  #tuning: Promise<void> = Promise.resolve();

  constructor(producer: Producer, sending: Sending) {
    this.producer = producer;
    this.#sending = sending;
    if (sending.paused) producer.pause();
  }

  get paused(): boolean {
    return this.#sending.paused;
  }

  /** Resolves when the browser has taken it over. */
  set(sending: Sending): Promise<void> {
    if (sending.paused) this.producer.pause();
    else this.producer.resume();
    this.#sending = sending;
    return this.#tune();
  }

  /** Whether the other side takes it. */
  setConsumed(consumed: boolean): void {
    if (this.#consumed === consumed) return;
    this.#consumed = consumed;
    void this.#tune();
  }

  /** One after the other, as a sender forgets the parameters it gave when new ones are set; no renegotiation. */
  #tune(): Promise<void> {
    const before = this.#tuning.catch(() => {});
    this.#tuning = before.then(async () => {
      const { rtpSender } = this.producer;
      if (this.producer.closed || !rtpSender) return;
      const active = this.#consumed && !this.#sending.paused;
      const { maxBitrate } = this.#sending;
      const parameters = rtpSender.getParameters();
      const wanted = { active, ...(maxBitrate !== null && { maxBitrate }) };
      const same = (encoding: RTCRtpEncodingParameters) =>
        encoding.active === active && (maxBitrate === null || encoding.maxBitrate === maxBitrate);
      if (parameters.encodings.every(same)) return;
      parameters.encodings = parameters.encodings.map((encoding) => ({ ...encoding, ...wanted }));
      await rtpSender.setParameters(parameters).catch((error: unknown) => {
        if (!this.producer.closed) throw error;
      });
    });
    return this.#tuning;
  }
}
