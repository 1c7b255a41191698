import type { Consumer, RtpCapabilities } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import { isOfScreen, type ProducerState, type Source, sourceSchema } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { FrameTransforms } from '../encryption/call-encryption.ts';
import type { ServerTransport } from './server-transport.ts';

type IncomingOptions = {
  realtime: Pick<RealtimeClient, 'request'>;
  /** What this browser can receive. */
  capabilities: () => Promise<RtpCapabilities>;
  /** The receive transport, already requested; it may still be on its way. */
  transport: () => Promise<ServerTransport>;
  /** Called once everything to consume has been requested from the server. */
  onAsked: () => void;
  onTrack: (source: Source, track: MediaStreamTrack | null) => void;
  encryption: FrameTransforms | null;
  /** A consumer is ready. */
  onReady: () => void;
};

/**
 * A side that sends nothing at all may be reloading, with its shared screen: this long is waited before sharing counts
 * as over.
 */
const BACK_WITHIN_MS = 10_000;

/** A seat's consumers of the other side's producers. */
export class Incoming {
  readonly #options: IncomingOptions;
  readonly #consumers = new Map<string, Promise<Consumer>>();
  /** Ids of producers whose codec this browser lacks: the other side switches codecs, unless it has no other. */
  readonly #undecodable = new Set<string>();
  #lapse: ReturnType<typeof setTimeout> | undefined;

  constructor(options: IncomingOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#consumers.size === 0;
  }

  /** Consumes the other side's current producers and closes consumers of former ones. */
  async consume(producers: readonly ProducerState[]): Promise<void> {
    const wanted = new Set(producers.map((producer) => producer.id));
    for (const [producerId, consumer] of this.#consumers) {
      if (wanted.has(producerId)) continue;
      this.#consumers.delete(producerId);
      consumer.then(
        (gone) => gone.close(),
        () => {},
      );
    }
    this.#forget(sourceSchema.options.filter((source) => !producers.some((one) => one.source === source)));
    const added = producers.filter(({ id }) => !this.#consumers.has(id) && !this.#undecodable.has(id));
    if (added.length > 0) await this.#start(added);
  }

  #forget(missing: readonly Source[]): void {
    const screens = missing.filter(isOfScreen);
    for (const source of missing) if (!isOfScreen(source)) this.#options.onTrack(source, null);
    const forget = () => {
      for (const source of screens) this.#options.onTrack(source, null);
    };
    if (missing.length === sourceSchema.options.length) this.#lapse ??= setTimeout(forget, BACK_WITHIN_MS);
    else {
      clearTimeout(this.#lapse);
      this.#lapse = undefined;
      forget();
    }
  }

  async #start(producers: readonly ProducerState[]): Promise<void> {
    const { realtime, capabilities, transport, encryption, onAsked } = this.#options;
    const rtpCapabilities = await capabilities();
    // Requests are handled in order, so the transport exists when the server gets to these.
    const offered = Promise.allSettled(
      producers.map(({ id }) => realtime.request('consume', { producerId: id, rtpCapabilities })),
    );
    onAsked();
    // In parallel, so that they are negotiated together.
    const ready = Promise.all([transport(), offered]);
    await Promise.all(
      producers.map(({ id: producerId, source }, index) =>
        this.#startOne(producerId, source, async () => {
          const [receive, offers] = await ready;
          const offer = offers[index];
          if (!offer) throw new Error('nothing to consume');
          if (offer.status === 'rejected') throw offer.reason;
          const { consumerId: id, kind, rtpParameters, paused } = offer.value;
          // The browser synchronises audio and video with the same stream id: one video.
          const streamId = isOfScreen(source) ? 'screen' : source === 'detail' ? source : 'remote';
          const consuming = { id, producerId, kind, rtpParameters, streamId, appData: { paused } };
          const onRtpReceiver = (receiver: RTCRtpReceiver) => encryption?.attach(receiver, kind, null);
          return receive.transport.consume({ ...consuming, onRtpReceiver });
        }),
      ),
    );
  }

  async #startOne(producerId: string, source: Source, open: () => Promise<Consumer>): Promise<void> {
    const { realtime, onTrack, onReady } = this.#options;
    const opening = open();
    this.#consumers.set(producerId, opening);
    try {
      const consumer = await opening;
      if (!this.#consumers.has(producerId)) return consumer.close();
      onTrack(source, consumer.track);
      if (consumer.appData.paused) await realtime.request('resumeConsumer', { consumerId: consumer.id });
      onReady();
    } catch (error) {
      this.#consumers.delete(producerId);
      if (!(error instanceof ProtocolError) || error.code !== 'UNSUPPORTED_MEDIA') throw error;
      this.#undecodable.add(producerId);
    }
  }

  /** Forgets all consumers, which were closed with their transport. */
  clear(): void {
    clearTimeout(this.#lapse);
    this.#consumers.clear();
  }
}
