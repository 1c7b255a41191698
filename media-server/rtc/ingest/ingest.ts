import { setTimeout as sleep } from 'node:timers/promises';
import type { types } from 'mediasoup';
import { type Source, usualSource } from '#protocol/channel.ts';
import { isConnected } from '../connected.ts';
import { UnacceptableOffer } from '../offered.ts';
import { watchLag } from './lag.ts';
import type { Offer } from './offer.ts';
import { watchOrder } from './order.ts';

type IngestProducer = types.Producer<{ source: Source }>;

/** In seconds. Senders built on Pion and libdatachannel check their connection every 30 s; mediasoup's maximum is 60. */
const ICE_CONSENT_TIMEOUT = 45;
/** WHIP senders choose their bitrate themselves; this limits those that follow estimates, in bit/s. */
const MAX_INCOMING_BITRATE = 20_000_000;

/** A sender of whom nothing comes for as long has stopped. Cameras' programs send at least five packets a second. */
const SILENT_MS = 1_500;
const POLL_MS = 100;
/** Interval at which a sender that stopped without a word is looked for. */
const WATCH_MS = 5_000;

export type IngestEvents = {
  /** It connected, or its pictures turned out to be out of order, or late, or not any more. */
  onChange: () => void;
  /** The sender has gone. */
  onEnd: () => void;
};

/** Picture and sound that a program outside the page sends into a seat: one transport, and a producer of each. */
export class Ingest {
  readonly transport: types.WebRtcTransport;
  readonly producers = new Map<Source, IngestProducer>();
  /** The sender encodes with B-frames: its pictures come in another order than they are shown in. */
  isOutOfOrder = false;
  /** How late its pictures come, in ms: see `watchLag`. */
  lagMs = 0;

  private constructor(transport: types.WebRtcTransport) {
    this.transport = transport;
  }

  /**
   * Negotiates with a sender.
   * @param paused whether a source begins paused
   * @throws UnacceptableOffer
   */
  static async open(
    router: types.Router,
    webRtcServer: types.WebRtcServer,
    offer: Offer,
    paused: (source: Source) => boolean,
    { onChange, onEnd }: IngestEvents,
  ): Promise<Ingest> {
    const transport = await router.createWebRtcTransport({
      webRtcServer,
      enableUdp: true,
      enableTcp: true,
      preferUdp: true,
      iceConsentTimeout: ICE_CONSENT_TIMEOUT,
    });
    const ingest = new Ingest(transport);
    try {
      await transport.setMaxIncomingBitrate(MAX_INCOMING_BITRATE);
      await transport.connect({ dtlsParameters: offer.dtlsParameters });
      for (const { kind, rtpParameters } of offer.tracks) {
        const source = usualSource(kind);
        const producer = await produce(transport, { kind, rtpParameters, paused: paused(source), source });
        ingest.producers.set(source, producer);
      }
      const camera = ingest.producers.get('camera');
      if (camera) {
        await watchOrder(router, camera, () => {
          ingest.isOutOfOrder = true;
          onChange();
        });
        await watchLag(camera, (ms) => {
          ingest.lagMs = ms;
          onChange();
        });
      }
    } catch (error) {
      transport.close();
      throw error;
    }
    transport.on('dtlsstatechange', (state) =>
      state === 'connected' ? onChange() : isOver(state) && onEnd(),
    );
    transport.on('icestatechange', (state) => state === 'disconnected' && onEnd());
    ingest.#watch(onEnd);
    return ingest;
  }

  /** Ends it once nothing has come between two looks. */
  #watch(onEnd: () => void): void {
    let before = -1;
    const timer = setInterval(async () => {
      const now = await this.#received();
      if (now === before && !this.transport.closed) onEnd();
      before = now;
    }, WATCH_MS);
    this.transport.observer.once('close', () => clearInterval(timer));
  }

  get isConnected(): boolean {
    return isConnected(this.transport);
  }

  /** Whether media comes from the sender: waits for it up to `SILENT_MS`. */
  async isReceiving(): Promise<boolean> {
    const before = await this.#received();
    for (const start = performance.now(); performance.now() - start < SILENT_MS; ) {
      await sleep(POLL_MS);
      if ((await this.#received()) > before) return true;
    }
    return false;
  }

  /** Bytes of media since it began. */
  async #received(): Promise<number> {
    const [stats] = await this.transport.getStats().catch(() => []);
    return stats?.rtpBytesReceived ?? 0;
  }

  close(): void {
    this.transport.close();
  }
}

const isOver = (state: types.DtlsState) => state === 'closed' || state === 'failed';

async function produce(
  transport: types.WebRtcTransport,
  { source, ...options }: types.ProducerOptions & { source: Source },
): Promise<IngestProducer> {
  try {
    return await transport.produce({ ...options, appData: { source } });
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof Error && error.name === 'UnsupportedError'))
      throw error;
    throw new UnacceptableOffer(`The ${options.kind} cannot be taken: ${error.message}.`);
  }
}
