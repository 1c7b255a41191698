import type { Consumer, RtpCapabilities } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import type { MediaKind, ProducerState } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { FrameTransforms } from '../encryption/call-encryption.ts';
import type { ServerTransport } from './server-transport.ts';

type IncomingOptions = {
  realtime: Pick<RealtimeClient, 'request'>;
  /** What this browser can receive. */
  capabilities: () => Promise<RtpCapabilities>;
  /** Was requested before; may still be on its way. */
  transport: () => Promise<ServerTransport>;
  /** The server has been asked for all that is to be consumed. */
  onAsked: () => void;
  onTrack: (kind: MediaKind, track: MediaStreamTrack | null) => void;
  encryption: FrameTransforms | null;
  /** A consumer is ready. */
  onReady: () => void;
};

/** A seat's consumers of the other side's producers. */
export class Incoming {
  readonly #options: IncomingOptions;
  readonly #consumers = new Map<string, Promise<Consumer>>();
  /** Ids of producers whose codec this browser lacks: the other side changes it, or has no other. */
  readonly #undecodable = new Set<string>();

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
    const added = producers
      .map(({ id }) => id)
      .filter((id) => !this.#consumers.has(id) && !this.#undecodable.has(id));
    if (added.length > 0) await this.#start(added);
    for (const kind of ['audio', 'video'] as const) {
      if (!producers.some((producer) => producer.kind === kind)) this.#options.onTrack(kind, null);
    }
  }

  async #start(producerIds: readonly string[]): Promise<void> {
    const { realtime, capabilities, transport, encryption, onAsked } = this.#options;
    const rtpCapabilities = await capabilities();
    // Requests are handled in order, so the transport exists when the server gets to these.
    const offered = Promise.allSettled(
      producerIds.map((producerId) => realtime.request('consume', { producerId, rtpCapabilities })),
    );
    onAsked();
    // All at once, so that they are negotiated together.
    const ready = Promise.all([transport(), offered]);
    await Promise.all(
      producerIds.map((producerId, index) =>
        this.#startOne(producerId, async () => {
          const [receive, offers] = await ready;
          const offer = offers[index];
          if (!offer) throw new Error('nothing to consume');
          if (offer.status === 'rejected') throw offer.reason;
          const { consumerId: id, kind, rtpParameters, paused } = offer.value;
          // The browser synchronises audio and video with the same stream id.
          const consuming = { id, producerId, kind, rtpParameters, streamId: 'remote', appData: { paused } };
          const onRtpReceiver = (receiver: RTCRtpReceiver) => encryption?.attach(receiver, kind, null);
          return receive.transport.consume({ ...consuming, onRtpReceiver });
        }),
      ),
    );
  }

  async #startOne(producerId: string, open: () => Promise<Consumer>): Promise<void> {
    const { realtime, onTrack, onReady } = this.#options;
    const opening = open();
    this.#consumers.set(producerId, opening);
    try {
      const consumer = await opening;
      if (!this.#consumers.has(producerId)) return consumer.close();
      onTrack(consumer.kind, consumer.track);
      if (consumer.appData.paused) await realtime.request('resumeConsumer', { consumerId: consumer.id });
      onReady();
    } catch (error) {
      this.#consumers.delete(producerId);
      if (!(error instanceof ProtocolError) || error.code !== 'UNSUPPORTED_MEDIA') throw error;
      this.#undecodable.add(producerId);
    }
  }

  /** Its transport has been closed, and all consumers with it. */
  clear(): void {
    this.#consumers.clear();
  }
}
