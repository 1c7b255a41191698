import type { types } from 'mediasoup';
import { type MediaKind, type Source, usualSource } from '#protocol/channel.ts';
import { isConnected } from '../connected.ts';
import type { PlayerOffer } from './offer.ts';

/** In seconds. Players built on Pion and libdatachannel check their connection every 30 s; mediasoup's maximum is 60. */
const ICE_CONSENT_TIMEOUT = 45;
/** Interval at which it is looked whether the seat sends something else by now. */
const LOOK_MS = 500;
const CONNECTED_WITHIN_MS = 15_000;

/** A room's router, how to make another one in its worker, and that worker's ports. */
export type PlayerRouters = {
  room: types.Router;
  create(mediaCodecs: types.RouterRtpCodecCapability[]): Promise<types.Router>;
  webRtcServer: types.WebRtcServer;
};

export type PlayerEvents = {
  onConnected: () => void;
  /** It has gone; or the seat sends something else, which it gets once it has asked again. */
  onEnd: () => void;
};

/**
 * Picture and sound of a seat for a player that is no browser. mediasoup sends a router's payload types, and a player's
 * answer has to keep those of its offer: so it gets a router with these, to which the room's is piped. What it is sent is
 * named in the answer, so the session ends when that changes, as after the host's reload; turning camera or microphone
 * off does not change it.
 */
export class Player {
  readonly transport: types.WebRtcTransport;
  /** The SDP answer to its offer. */
  readonly answer: string;
  readonly #router: types.Router;
  /** Ids of the producers that it shows. */
  readonly #shown: ReadonlyMap<MediaKind, string>;

  private constructor(
    router: types.Router,
    transport: types.WebRtcTransport,
    answer: string,
    shown: ReadonlyMap<MediaKind, string>,
  ) {
    this.#router = router;
    this.transport = transport;
    this.answer = answer;
    this.#shown = shown;
  }

  /** @param sent what the seat sends at the moment */
  static async open(
    { room, create, webRtcServer }: PlayerRouters,
    offer: PlayerOffer,
    sent: (source: Source) => types.Producer | undefined,
    events: PlayerEvents,
  ): Promise<Player> {
    const router = await create(offer.codecs);
    let transport: types.WebRtcTransport | undefined;
    try {
      transport = await router.createWebRtcTransport({
        webRtcServer,
        enableUdp: true,
        enableTcp: true,
        preferUdp: true,
        iceConsentTimeout: ICE_CONSENT_TIMEOUT,
      });
      await transport.connect({ dtlsParameters: offer.dtlsParameters });
      const [shown, ssrcs] = [new Map<MediaKind, string>(), new Map<MediaKind, number>()];
      for (const kind of offer.kinds) {
        const producer = sent(usualSource(kind));
        if (!producer) continue;
        shown.set(kind, producer.id);
        ssrcs.set(kind, await consume(room, producer.id, router, transport));
      }
      const player = new Player(router, transport, offer.answer(transport, ssrcs), shown);
      player.#watch((kind) => sent(usualSource(kind))?.id, offer.kinds, events);
      return player;
    } catch (error) {
      transport?.close();
      router.close();
      throw error;
    }
  }

  /** Whether it shows what a producer sends. */
  takes(producerId: string): boolean {
    return isConnected(this.transport) && [...this.#shown.values()].includes(producerId);
  }

  #watch(
    sent: (kind: MediaKind) => string | undefined,
    kinds: readonly MediaKind[],
    { onConnected, onEnd }: PlayerEvents,
  ): void {
    const deadline = performance.now() + CONNECTED_WITHIN_MS;
    const timer = setInterval(() => {
      const isLate = performance.now() > deadline && !isConnected(this.transport);
      if (isLate || kinds.some((kind) => sent(kind) !== this.#shown.get(kind))) onEnd();
    }, LOOK_MS);
    this.transport.observer.once('close', () => clearInterval(timer));
    this.transport.on('dtlsstatechange', (state) => {
      if (state === 'connected') onConnected();
      if (state === 'closed' || state === 'failed') onEnd();
    });
    this.transport.on('icestatechange', (state) => state === 'disconnected' && onEnd());
  }

  close(): void {
    this.transport.close();
    this.#router.close();
  }
}

/** Forwards a producer of the room's router on a transport of another one. @returns the SSRC */
async function consume(
  room: types.Router,
  producerId: string,
  router: types.Router,
  transport: types.WebRtcTransport,
): Promise<number> {
  // Both routers are the same worker's, whose producers have different ids.
  const { pipeProducer } = await room.pipeToRouter({ producerId, router, keepId: false });
  if (!pipeProducer) throw new Error('The producer was not piped');
  const { codecs = [] } = router.rtpCapabilities;
  const { rtpParameters } = await transport.consume({
    producerId: pipeProducer.id,
    // Without retransmissions of their own, whose payload type is the router's: they come with the stream's.
    rtpCapabilities: {
      codecs: codecs.filter(({ mimeType }) => !mimeType.endsWith('/rtx')),
      headerExtensions: [],
    },
  });
  const ssrc = rtpParameters.encodings?.[0]?.ssrc;
  if (ssrc === undefined) throw new Error('The consumer has no SSRC');
  return ssrc;
}
