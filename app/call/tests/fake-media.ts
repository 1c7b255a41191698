import { Device, FakeHandler, testFakeParameters } from 'mediasoup-client';
import type { HandlerFactory, ProducerCodecOptions } from 'mediasoup-client/types';
import { type ProducerState, type Source, usualSource } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { RequestData, RequestName, ResponseData } from '#protocol/messages.ts';

const {
  generateConsumerRemoteParameters,
  generateLocalDtlsParameters,
  generateNativeRtpCapabilities,
  generateRouterRtpCapabilities,
  generateTransportRemoteParameters,
} = testFakeParameters;

type Answers = { [N in RequestName]?: (data: RequestData<N>) => ResponseData<N> };

/** A media server that holds the producers of one seat. For tests. */
export class FakeServer {
  /** In order of preference: VP8, H264, VP9. */
  readonly routerRtpCapabilities = generateRouterRtpCapabilities();
  producers: ProducerState[] = [];
  /** Names of the requests that arrived. */
  asked: RequestName[] = [];
  /** The video codec of the latest producer. */
  codec: string | undefined;
  /** Which messages get lost: all `requests`, all `responses`, or the requests with one name. */
  lost: 'requests' | 'responses' | RequestName | null = null;
  /** Id of the other seat's producer whose codec this side's browser lacks. */
  undecodable: string | null = null;
  /** Another guest has already entered. */
  isFull = false;
  #made = 0;

  readonly #answers: Answers = {
    createTransport: () => {
      const { id, iceParameters, iceCandidates, dtlsParameters } = generateTransportRemoteParameters();
      return { id, iceParameters, iceCandidates, dtlsParameters, iceServers: [] };
    },
    connectTransport: () => ({}),
    restartIce: () => {
      const { iceParameters } = generateTransportRemoteParameters();
      return { iceParameters, iceServers: [] };
    },
    produce: ({ kind, source = usualSource(kind), paused, rtpParameters }) => {
      this.#made++;
      const id = `${kind} ${this.#made}`;
      if (kind === 'video') this.codec = rtpParameters.codecs[0]?.mimeType;
      this.producers = [
        ...this.producers.filter((other) => other.source !== source),
        { id, kind, source, paused, consumed: true },
      ];
      return { producerId: id };
    },
    setProducerPaused: ({ producerId, paused }) => {
      this.producers = this.producers.map((held) => (held.id === producerId ? { ...held, paused } : held));
      return {};
    },
    closeProducer: ({ producerId }) => {
      this.producers = this.producers.filter(({ id }) => id !== producerId);
      return {};
    },
    consume: ({ producerId }) => {
      if (producerId === this.undecodable) throw new ProtocolError('UNSUPPORTED_MEDIA');
      const codecMimeType = producerId.startsWith('audio') ? 'audio/opus' : 'video/VP8';
      const { id, kind, rtpParameters } = generateConsumerRemoteParameters({ codecMimeType });
      return { consumerId: id, kind, rtpParameters, paused: false };
    },
    resumeConsumer: () => ({}),
    createChannel: () => ({}),
    requestChannel: () => {
      if (this.isFull) throw new ProtocolError('SEAT_TAKEN');
      return {};
    },
    updateCamera: () => ({}),
    offerControl: () => ({}),
    startChannel: () => ({}),
    requestKeyFrame: () => ({}),
    leaveChannel: () => ({}),
    failChannel: () => ({}),
  };

  async request<N extends RequestName>(name: N, data: RequestData<N>): Promise<ResponseData<N>> {
    if (this.lost === 'requests' || this.lost === name) throw new ProtocolError('UNAVAILABLE');
    this.asked.push(name);
    const answer = this.#answers[name];
    if (!answer) throw new Error(`no answer to ${name}`);
    const response = answer(data);
    if (this.lost === 'responses') throw new ProtocolError('UNAVAILABLE');
    return response;
  }

  producer(source: Source): ProducerState | undefined {
    return this.producers.find((producer) => producer.source === source);
  }
}

/** A sender that keeps its parameters. */
class FakeSender implements RTCRtpSender {
  readonly dtmf = null;
  readonly track = null;
  readonly transform = null;
  readonly transport = null;
  /** What was to be kept if bandwidth or CPU is short, in order. */
  readonly preferences: RTCDegradationPreference[] = [];
  #encodings: RTCRtpEncodingParameters[];

  readonly #refusesBitrates: () => boolean;

  constructor(encodings: RTCRtpEncodingParameters[], refusesBitrates: () => boolean) {
    this.#encodings = encodings;
    this.#refusesBitrates = refusesBitrates;
  }

  getParameters(): RTCRtpSendParameters {
    return {
      transactionId: '',
      codecs: [],
      headerExtensions: [],
      rtcp: {},
      encodings: structuredClone(this.#encodings),
    };
  }

  async setParameters({ encodings, degradationPreference }: RTCRtpSendParameters): Promise<void> {
    const isFitted = encodings.some(
      ({ maxBitrate }, layer) => maxBitrate !== this.#encodings[layer]?.maxBitrate,
    );
    if (isFitted && this.#refusesBitrates()) throw new DOMException('', 'OperationError');
    this.#encodings = encodings;
    if (degradationPreference) this.preferences.push(degradationPreference);
  }

  async getStats(): Promise<RTCStatsReport> {
    return new Map();
  }

  async replaceTrack(): Promise<void> {}
  setStreams(): void {}
}

/** A browser that encodes and decodes VP8 and VP9, and records its senders and replaced tracks. */
export class FakeBrowser {
  readonly senders: FakeSender[] = [];
  readonly replacements: (MediaStreamTrack | null)[] = [];
  /** Codec options of each producer so far. */
  readonly codecOptions: (ProducerCodecOptions | undefined)[] = [];
  /** Returned by each transport. */
  stats: RTCStatsReport = new Map();
  /** How often ICE was restarted. */
  restarts = 0;
  /** Operations that fail. */
  readonly refused = new Set<'bitrates' | 'getStats' | 'restartIce' | 'updateIceServers'>();
  readonly #handlers: ReturnType<HandlerFactory['factory']>[] = [];

  /** Connects ICE and DTLS of each transport that has something to send or to receive. */
  connect(): void {
    for (const handler of this.#handlers) handler.emit('@connectionstatechange', 'connected');
  }

  #refuse(what: 'getStats' | 'restartIce' | 'updateIceServers'): void {
    if (this.refused.has(what)) throw new Error(`${what} is not supported`);
  }

  readonly makeDevice = async (): Promise<Device> => {
    const fake = FakeHandler.createFactory({ generateNativeRtpCapabilities, generateLocalDtlsParameters });
    const handlerFactory: HandlerFactory = {
      ...fake,
      factory: (options) => {
        const handler = fake.factory(options);
        this.#handlers.push(handler);
        const send = handler.send.bind(handler);
        handler.send = async (sending) => {
          const rtpSender = new FakeSender(sending.encodings ?? [], () => this.refused.has('bitrates'));
          this.senders.push(rtpSender);
          this.codecOptions.push(sending.codecOptions);
          return { ...(await send(sending)), rtpSender };
        };
        handler.getTransportStats = async () => {
          this.#refuse('getStats');
          return this.stats;
        };
        handler.updateIceServers = async () => this.#refuse('updateIceServers');
        handler.restartIce = async () => {
          this.#refuse('restartIce');
          this.restarts++;
        };
        const replaceTrack = handler.replaceTrack.bind(handler);
        handler.replaceTrack = async (localId, track) => {
          this.replacements.push(track);
          await replaceTrack(localId, track);
        };
        return handler;
      },
    };
    return new Device({ handlerFactory });
  };
}
