import type {
  Producer,
  ProducerOptions,
  RtpCodecCapability,
  RtpEncodingParameters,
} from 'mediasoup-client/types';
import type { Source } from '#protocol/channel.ts';
import type { Sound } from '../devices/sound.ts';
import type { Encoding } from './bandwidth.ts';
import { SOUND_ENCODINGS } from './sound-encoding.ts';

/** The desired state of an outgoing track. */
export type Sending = {
  /** Muted, or the camera turned off. */
  paused: boolean;
} & (
  | {
      /** Of each layer, the smallest first. */
      encodings: readonly Encoding[];
      /**
       * If bandwidth or CPU is short, the browser reduces the frame rate; if false, the track's `contentHint` decides.
       * Sizes that a browser has reduced come back over tens of seconds, or at once with another preference.
       */
      keepsSize: boolean;
      sound: null;
    }
  | { encodings: null; keepsSize: false; sound: Sound }
);

/**
 * A producer that encodes only while it is consumed: the first thing the other side receives is then a key frame.
 * Encoders respond to a key frame request only 300 ms after the last key frame, and a new connection would have to wait
 * for it.
 */
export class Outgoing {
  readonly producer: Producer;
  /** Kind of sound its codec is set up for; null for video. */
  readonly sound: Sound | null;
  /** Whether the server has it paused, by its last response. */
  pausedAtServer: boolean;
  #sending: Sending;
  #consumed = false;
  /** As last applied; not every browser reports it. */
  #keepsSize = false;
  #tuning: Promise<void> = Promise.resolve();

  constructor(producer: Producer, sending: Sending) {
    this.producer = producer;
    this.sound = sending.sound;
    this.#sending = sending;
    this.pausedAtServer = sending.paused;
    if (sending.paused) producer.pause();
  }

  /** Resolves when the browser has applied it. */
  set(sending: Sending): Promise<void> {
    if (sending.paused) this.producer.pause();
    else this.producer.resume();
    this.#sending = sending;
    return this.#tune();
  }

  /** Adapts it to what the other side can receive. */
  fit(encodings: readonly Encoding[]): void {
    this.#sending = { ...this.#sending, encodings, sound: null };
    void this.#tune();
  }

  /** Sets whether the other side consumes it. */
  setConsumed(consumed: boolean): void {
    if (this.#consumed === consumed) return;
    this.#consumed = consumed;
    void this.#tune();
  }

  /** Serialised, because getting and setting a sender's parameters must not be interleaved; needs no renegotiation. */
  #tune(): Promise<void> {
    const before = this.#tuning.catch(() => {});
    this.#tuning = before.then(async () => {
      const { rtpSender } = this.producer;
      if (this.producer.closed || !rtpSender) return;
      const active = this.#consumed && !this.#sending.paused;
      const parameters = rtpSender.getParameters();
      const wanted = parameters.encodings.map((_, layer): RTCRtpEncodingParameters => {
        const encoding = this.#sending.encodings?.[layer];
        return { ...encoding, active: active && encoding?.active !== false };
      });
      const same = (encoding: RTCRtpEncodingParameters, before?: RTCRtpEncodingParameters) =>
        encoding.active === before?.active &&
        encoding.maxBitrate === before?.maxBitrate &&
        (encoding.scaleResolutionDownBy ?? 1) === (before?.scaleResolutionDownBy ?? 1);
      const { keepsSize } = this.#sending;
      const isUnchanged = wanted.every((encoding, layer) => same(encoding, parameters.encodings[layer]));
      if (isUnchanged && keepsSize === this.#keepsSize) return;
      if (keepsSize !== this.#keepsSize)
        parameters.degradationPreference = keepsSize ? 'maintain-resolution' : 'maintain-framerate';
      this.#keepsSize = keepsSize;
      parameters.encodings = parameters.encodings.map((before, layer) => ({ ...before, ...wanted[layer] }));
      try {
        await rtpSender.setParameters(parameters).catch(() => this.#activate(rtpSender, wanted));
      } catch (error) {
        if (!this.producer.closed) throw error;
      }
    });
    return this.#tuning;
  }

  /**
   * Activates layers without bitrates and sizes, which an encoder may refuse: the browser itself adapts to the
   * connection.
   */
  async #activate(rtpSender: RTCRtpSender, wanted: RTCRtpEncodingParameters[]): Promise<void> {
    const parameters = rtpSender.getParameters();
    parameters.encodings = parameters.encodings.map((before, layer) => ({
      ...before,
      active: wanted[layer]?.active,
    }));
    await rtpSender.setParameters(parameters);
  }
}

/**
 * Options of a new producer, which encodes nothing until `Outgoing` activates it. `isFirstVideo`: sets the initial
 * bandwidth estimate of the browser, which a further video would reset.
 */
export function producerOptions(
  track: MediaStreamTrack,
  codec: RtpCodecCapability | undefined,
  { encodings, sound, paused, source, isFirstVideo }: Sending & { source: Source; isFirstVideo: boolean },
): ProducerOptions {
  return {
    track,
    codec,
    stopTracks: false,
    // Muting is local; the track stays enabled for the self view.
    disableTrackOnPause: false,
    appData: { paused, source },
    encodings: inactive(encodings),
    codecOptions:
      encodings === null
        ? SOUND_ENCODINGS[sound].codecOptions
        : // In kbit/s. Starts near the target: at the browser's default of 300 kbit/s the picture is blurred for seconds.
          isFirstVideo
          ? { videoGoogleStartBitrate: Math.round((sumOf(encodings) * 0.8) / 1000) }
          : undefined,
  };
}

/** In bit/s. */
function sumOf(encodings: readonly Encoding[]): number {
  return encodings.reduce((sum, { maxBitrate }) => sum + maxBitrate, 0);
}

function inactive(encodings: Sending['encodings']): RtpEncodingParameters[] {
  if (!encodings) return [{ active: false }];
  // Several layers would get temporal layers by default, which not every encoder supports.
  const plain = encodings.length > 1 ? { scalabilityMode: 'L1T1' } : {};
  return encodings.map((encoding) => ({ ...encoding, ...plain, active: false }));
}
