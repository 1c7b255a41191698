import type { types } from 'mediasoup';
import type { CallHealthReport } from '#protocol/call-health.ts';
import type { Camera } from '#protocol/camera.ts';
import {
  type DataProducerState,
  type ProducerState,
  type SeatState,
  type Source,
  usualSource,
  type VideoWish,
  WHOLE_VIDEO,
} from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { MAX_DATA_BYTES } from '#protocol/limits.ts';
import type { RequestData, ResponseData } from '#protocol/messages.ts';
import { INITIAL_OUTGOING_BITRATE, watchBandwidth } from './bandwidth.ts';
import { maxIncomingBitrate, preferredLayers, type VideoShape } from './bitrates.ts';
import { checked } from './checked.ts';
import { isConnected } from './connected.ts';
import { withKnownExtensions } from './header-extensions.ts';
import { SeatIngest } from './ingest/seat-ingest.ts';
import type { Traffic } from './picture.ts';
import { SeatData } from './seat-data.ts';

export type Direction = RequestData<'createTransport'>['direction'];
export type TransportData = {
  direction: Direction;
  connecting: boolean;
} & Pick<RequestData<'createTransport'>, 'videoCodecs' | 'encryption' | 'takesScreen'>;
type CreatedTransport = Omit<ResponseData<'createTransport'>, 'iceServers'>;
type SeatTransport = types.WebRtcTransport<TransportData>;
type OfSource = { source: Source };
type SeatProducer = types.Producer<OfSource>;
type SeatConsumer = types.Consumer<OfSource>;

export type SeatMediaEvents = {
  /** One of its transports connected or disconnected. */
  onConnection: () => void;
  /** The last of its transports that reached the browser no longer does. */
  onLost: () => void;
  /** Its browser can receive more or less than before; bit/s. */
  onBandwidth: (bitrate: number) => void;
  /** It has a new transport. */
  onTransport: (transport: SeatTransport) => void;
};

/** In seconds. Browsers check their connections every few seconds (RFC 7675); mediasoup's minimum. */
const ICE_CONSENT_TIMEOUT = 10;

/** Minimum interval between two key frame requests to a sender. */
const KEY_FRAME_INTERVAL_MS = 500;
/** Assumed while the seat has not sent its camera: requests may come in any order. */
const UNKNOWN_CAMERA: VideoShape = { quality: 'HIGH', projection: 'equirectangular' };

/**
 * Media of one seat: at most one transport per direction, one producer per source, and one consumer per producer of the
 * other seat. Creating one again replaces the old one. A visitor receives nothing before it is seated, nor
 * does a seat while it is held.
 */
export class SeatMedia {
  readonly #router: types.Router;
  readonly #webRtcServer: types.WebRtcServer;
  readonly #transports = new Map<Direction, SeatTransport>();
  readonly #producers = new Map<Source, SeatProducer>();
  /** What a program beside the browser sends into the seat. */
  readonly ingest: SeatIngest;
  /** By the id of the consumed producer. */
  readonly #consumers = new Map<string, SeatConsumer>();
  readonly #data = new SeatData();
  readonly #events: SeatMediaEvents;
  #camera: VideoShape = UNKNOWN_CAMERA;
  #videoWish = WHOLE_VIDEO;
  /** The browser's last report; the sampler sets it to null. */
  report: CallHealthReport | null = null;
  /** While nothing is forwarded, to a visitor or a held seat: the consumers that its browser is ready for. */
  #awaiting: Set<SeatConsumer> | null;

  constructor(
    router: types.Router,
    webRtcServer: types.WebRtcServer,
    events: SeatMediaEvents,
    isVisitor = false,
  ) {
    this.#router = router;
    this.#webRtcServer = webRtcServer;
    this.#events = events;
    this.ingest = new SeatIngest(router, webRtcServer, events.onConnection);
    this.#awaiting = isVisitor ? new Set() : null;
  }

  /** Forwards to a visitor that is seated, or a seat that was held: resumes the consumers its browser is ready for. */
  async forward(): Promise<void> {
    const ready = [...this.#consumers.values()].filter((consumer) => this.#awaiting?.has(consumer));
    this.#awaiting = null;
    await Promise.all(ready.map((consumer) => consumer.resume()));
  }

  get isHeld(): boolean {
    return this.#awaiting !== null;
  }

  /** Forwards nothing to this seat until `forward`: pauses its consumers, and those that it makes meanwhile. */
  async hold(): Promise<void> {
    const ready = [...this.#consumers.values()].filter(({ paused }) => !paused);
    this.#awaiting ??= new Set(ready);
    await Promise.all(ready.map((consumer) => consumer.pause()));
  }

  /** Whether a transport reaches the browser, as far as is known: a loss is noticed after `ICE_CONSENT_TIMEOUT`. */
  get isAlive(): boolean {
    return this.isConnected('send') || this.isConnected('receive');
  }

  /** As `isAlive`, for one direction. */
  isConnected(direction: Direction): boolean {
    const transport = this.#transports.get(direction);
    return transport !== undefined && isConnected(transport);
  }

  /** Traffic of the receive transport: the media forwarded on it, and all that its browser sent back. */
  async traffic(): Promise<Traffic> {
    const transport = this.#transports.get('receive');
    const [stats] = (await transport?.getStats().catch(() => [])) ?? [];
    return { forwarded: stats?.rtpBytesSent ?? 0, heard: stats?.bytesReceived ?? 0 };
  }

  /** The camera's producer; undefined while there is none. */
  get camera(): SeatProducer | undefined {
    return this.producerOf('camera');
  }

  producerOf(source: Source): SeatProducer | undefined {
    return this.#sent.get(source);
  }

  /** Whether what sends the camera is connected. */
  get isCameraConnected(): boolean {
    return this.#producers.has('camera') ? this.isConnected('send') : this.ingest.isConnected;
  }

  /** All producers: the browser's, and those of a program beside it that the browser does not send itself. */
  get #sent(): Map<Source, SeatProducer> {
    return new Map([...this.ingest.producers, ...this.#producers]);
  }

  /** The consumer of one of the other seat's producers. */
  consumerOf({ id }: { id: string }): SeatConsumer | undefined {
    return this.#consumers.get(id);
  }

  get hasTransports(): boolean {
    return this.#transports.size > 0;
  }

  /** In a fixed order, so that equal states compare equal. @param isTaken whether something consumes a producer */
  producers(isTaken: (producerId: string) => boolean): ProducerState[] {
    return [...this.#sent.values()]
      .map(({ id, kind, paused, appData: { source } }) => {
        const marks = this.ingest.marksOf({ id }, source);
        return { id, kind, source, paused, consumed: isTaken(id), ...marks };
      })
      .toSorted((a, b) => a.source.localeCompare(b.source));
  }

  /** Whether it consumes a producer of the other seat. */
  takes(producerId: string): boolean {
    const consumer = this.#consumers.get(producerId);
    return consumer?.paused === false && this.#transports.get('receive')?.dtlsState === 'connected';
  }

  get videoCodecs(): SeatState['videoCodecs'] {
    const of = (direction: Direction) => this.#transports.get(direction)?.appData.videoCodecs ?? null;
    return { send: of('send'), receive: of('receive') };
  }

  get encryption(): SeatState['encryption'] {
    return this.#transports.get('receive')?.appData.encryption ?? null;
  }

  /** @throws ProtocolError NOT_FOUND without a receive transport */
  updateEncryption(encryption: RequestData<'updateEncryption'>['encryption']): void {
    const transport = this.#transports.get('receive');
    if (!transport) throw new ProtocolError('NOT_FOUND');
    transport.appData.encryption = encryption;
  }

  get takesScreen(): boolean {
    return this.#transports.get('receive')?.appData.takesScreen ?? false;
  }

  async requestKeyFrame(): Promise<void> {
    const videos = [...this.#consumers.values()].filter(({ kind }) => kind === 'video');
    await Promise.all(videos.map((consumer) => consumer.requestKeyFrame()));
  }

  /** How much of the other seat's camera video it wants. */
  get videoWish(): VideoWish {
    return this.#videoWish;
  }

  async wishVideo(wish: VideoWish): Promise<void> {
    this.#videoWish = wish;
    const cameras = [...this.#consumers.values()].filter(({ appData }) => appData.source === 'camera');
    await Promise.all(cameras.map((consumer) => consumer.setPreferredLayers(preferredLayers(wish))));
  }

  async createTransport({ direction, ...said }: RequestData<'createTransport'>): Promise<CreatedTransport> {
    const transport = await this.#router.createWebRtcTransport<TransportData>({
      webRtcServer: this.#webRtcServer,
      enableUdp: true,
      enableTcp: true,
      enableSctp: true,
      maxReceiveMessageSize: MAX_DATA_BYTES,
      maxSendMessageSize: MAX_DATA_BYTES,
      preferUdp: true,
      initialAvailableOutgoingBitrate: INITIAL_OUTGOING_BITRATE,
      iceConsentTimeout: ICE_CONSENT_TIMEOUT,
      appData: { direction, connecting: false, ...said },
    });
    if (direction === 'send') await transport.setMaxIncomingBitrate(maxIncomingBitrate(this.#camera, false));
    // Not for an unreachable browser or a visitor: their estimates say nothing yet about what they can receive.
    else await watchBandwidth(transport, (bitrate) => !this.#awaiting && this.#events.onBandwidth(bitrate));
    this.#closeTransport(direction);
    this.#transports.set(direction, transport);
    this.#events.onTransport(transport);
    transport.on('dtlsstatechange', this.#events.onConnection);
    transport.on('icestatechange', (state) => {
      if (state === 'disconnected' && !this.isAlive) this.#events.onLost();
    });
    const { id, iceParameters, iceCandidates, dtlsParameters, sctpParameters } = transport;
    return { id, iceParameters, iceCandidates, dtlsParameters, sctpParameters };
  }

  /** Limits what the seat's browser sends to what its camera's quality, and a shared screen, need. */
  async limitIncoming(camera: Camera | null): Promise<void> {
    this.#camera = camera ?? UNKNOWN_CAMERA;
    await this.#limit();
  }

  async #limit(): Promise<void> {
    const most = maxIncomingBitrate(this.#camera, this.#producers.has('screen'));
    await this.#transports.get('send')?.setMaxIncomingBitrate(most);
  }

  async connectTransport({ transportId, dtlsParameters }: RequestData<'connectTransport'>): Promise<void> {
    const transport = this.#transport(transportId);
    if (transport.appData.connecting) throw new ProtocolError('WRONG_STATE');
    await checked('dtlsParameters', transport.connect({ dtlsParameters }));
    transport.appData.connecting = true;
  }

  restartIce(transportId: string): Promise<types.IceParameters> {
    return this.#transport(transportId).restartIce();
  }

  async produce(data: RequestData<'produce'>): Promise<string> {
    const transport = this.#transport(data.transportId, 'send');
    const { kind, source = usualSource(kind), rtpParameters, paused } = data;
    const producer = await checked(
      'rtpParameters',
      transport.produce({
        kind,
        rtpParameters,
        paused,
        keyFrameRequestDelay: KEY_FRAME_INTERVAL_MS,
        appData: { source },
      }),
    );
    this.#producers.get(source)?.close();
    this.#producers.set(source, producer);
    if (source === 'screen') await this.#limit();
    return producer.id;
  }

  async setProducerPaused(producerId: string, paused: boolean): Promise<void> {
    const producer = this.#producer(producerId);
    this.ingest.pause(producer.appData.source, paused);
    await (paused ? producer.pause() : producer.resume());
  }

  async closeProducer(producerId: string): Promise<void> {
    const producer = this.#producer(producerId);
    const { source } = producer.appData;
    // What a program sends ends with it. An older page would close it, as it does not send it itself.
    if (this.#producers.get(source) !== producer) return;
    producer.close();
    this.#producers.delete(source);
    if (source === 'screen') await this.#limit();
  }

  /** @param source the seat that the producer must belong to */
  async consume(data: RequestData<'consume'>, source: SeatMedia): Promise<ResponseData<'consume'>> {
    const transport = this.#transports.get('receive');
    if (!transport) throw new ProtocolError('NOT_FOUND');
    // A page also watches what a program beside it sends into its seat.
    const streamed = [...this.ingest.producers.values()].find(({ id }) => id === data.producerId);
    const producer = streamed ?? source.#producer(data.producerId);
    const wanted = { producerId: producer.id, rtpCapabilities: data.rtpCapabilities };
    if (!this.#router.canConsume(wanted)) throw new ProtocolError('UNSUPPORTED_MEDIA');
    // Paused until the browser is ready, so that it receives a key frame first. A transport yet to connect delivers
    // nothing before: mediasoup requests a key frame once it is connected.
    const paused = this.#awaiting !== null || transport.dtlsState === 'connected';
    const consumer = await checked(
      'rtpCapabilities',
      transport.consume({
        ...wanted,
        paused,
        preferredLayers: preferredLayers(this.#videoWish),
        appData: producer.appData,
      }),
    );
    this.#consumers.get(producer.id)?.close();
    this.#consumers.set(producer.id, consumer);
    const forget = () => {
      if (this.#consumers.get(producer.id) === consumer) this.#consumers.delete(producer.id);
    };
    consumer.observer.once('close', forget);
    // The worker closes the consumer with its producer, but reports it only later.
    producer.observer.once('close', forget);
    const rtpParameters = withKnownExtensions(consumer.rtpParameters);
    return { consumerId: consumer.id, kind: consumer.kind, rtpParameters, paused };
  }

  async resumeConsumer(consumerId: string): Promise<void> {
    const consumer = [...this.#consumers.values()].find(({ id }) => id === consumerId);
    if (!consumer) throw new ProtocolError('NOT_FOUND');
    if (this.#awaiting) this.#awaiting.add(consumer);
    else await consumer.resume();
  }

  get dataProducers(): DataProducerState[] {
    return this.#data.producers;
  }

  produceData(data: RequestData<'produceData'>): Promise<string> {
    return this.#data.produce(this.#transport(data.transportId, 'send'), data);
  }

  /** @param source the seat that the producer must belong to */
  consumeData(dataProducerId: string, source: SeatMedia): Promise<ResponseData<'consumeData'>> {
    const transport = this.#transports.get('receive');
    if (!transport) throw new ProtocolError('NOT_FOUND');
    return this.#data.consume(transport, dataProducerId, source.#data);
  }

  /** Closes the browser's transports and everything on them. */
  clear(): void {
    this.#videoWish = WHOLE_VIDEO;
    this.#closeTransport('send');
    this.#closeTransport('receive');
  }

  /** Closes everything. */
  close(): void {
    this.clear();
    this.ingest.end();
  }

  #closeTransport(direction: Direction): void {
    this.#transports.get(direction)?.close();
    this.#transports.delete(direction);
    this.#data.clear(direction);
    if (direction === 'send') this.#producers.clear();
  }

  #transport(id: string, direction?: Direction): SeatTransport {
    const transport = [...this.#transports.values()].find((candidate) => candidate.id === id);
    if (!transport || (direction && transport.appData.direction !== direction)) {
      throw new ProtocolError('NOT_FOUND');
    }
    return transport;
  }

  #producer(id: string): SeatProducer {
    const producer = [...this.#sent.values()].find((candidate) => candidate.id === id);
    if (!producer) throw new ProtocolError('NOT_FOUND');
    return producer;
  }
}
