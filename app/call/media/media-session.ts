import { Device } from 'mediasoup-client';
import type { Consumer, DtlsParameters, RtpCapabilities, Transport } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import type { Camera } from '#protocol/camera.ts';
import { videoTarget } from '#protocol/camera.ts';
import type { MediaKind, ProducerState } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { ResponseData } from '#protocol/messages.ts';
import { Outgoing, type Sending } from './outgoing.ts';

export type LocalTracks = Record<MediaKind, MediaStreamTrack | null>;

/** `connected` when all transports in use are; `interrupted` when one no longer is, or could not connect. */
export type MediaState = 'connecting' | 'connected' | 'interrupted';

export type MediaHandlers = {
  onRemoteTrack(kind: MediaKind, track: MediaStreamTrack | null): void;
  onState(state: MediaState): void;
  /** A request failed that nothing waits for. */
  onError(error: unknown): void;
};

type Opened = { device: Device; send: Transport; receive: Transport };

/** The media of one seat: two transports, its producers, and its consumers of the other side's producers. */
export class MediaSession {
  readonly #realtime: RealtimeClient;
  readonly #handlers: MediaHandlers;
  readonly #device: Promise<Device>;
  readonly #outgoing = new Map<MediaKind, Outgoing>();
  readonly #consumers = new Map<string, Promise<Consumer>>();
  /** Ids of this side's producers at the server. */
  #atServer = new Set<string>();
  /** Ids of those that the other side consumes. */
  #consumed: ReadonlySet<string> = new Set();
  #opening: Promise<Opened> | null = null;
  #opened: Opened | null = null;
  /** Transports that have been connected. */
  readonly #reached = new WeakSet<Transport>();
  /** DTLS parameters that the server has not confirmed. */
  readonly #unconfirmed = new Map<Transport, DtlsParameters>();
  #closed = false;

  /** Loads the browser's media capabilities; `open` creates the transports. */
  constructor(realtime: RealtimeClient, login: ResponseData<'login'>, handlers: MediaHandlers) {
    this.#realtime = realtime;
    this.#handlers = handlers;
    this.#device = loadDevice(login.routerRtpCapabilities);
    // `open` reports the error.
    this.#device.catch(() => {});
  }

  /** Creates both transports. Rejects with a ProtocolError, or mediasoup-client's UnsupportedError. */
  async open(): Promise<void> {
    this.#opening ??= this.#makeTransports();
    this.#opened = await this.#opening;
    if (this.#closed) this.close();
  }

  async #makeTransports(): Promise<Opened> {
    const device = await this.#device;
    const [receiveOptions, sendOptions] = await Promise.all([
      this.#realtime.request('createTransport', { direction: 'receive' }),
      this.#realtime.request('createTransport', { direction: 'send' }),
    ]);
    const receive = device.createRecvTransport(receiveOptions);
    const send = device.createSendTransport(sendOptions);
    for (const transport of [send, receive]) this.#wire(transport);
    send.on('produce', ({ kind, rtpParameters, appData }, done, failed) => {
      this.#realtime
        .request('produce', { transportId: send.id, kind, rtpParameters, paused: appData.paused === true })
        .then(({ producerId }) => done({ id: producerId }), failed);
    });
    return { device, send, receive };
  }

  get isOpen(): boolean {
    return this.#opened !== null;
  }

  #wire(transport: Transport): void {
    transport.on('connect', ({ dtlsParameters }, done) => {
      this.#unconfirmed.set(transport, dtlsParameters);
      // ICE begins meanwhile.
      done();
      this.#confirm(transport).catch((error: unknown) => this.#handlers.onError(error));
    });
    transport.on('connectionstatechange', (state) => {
      if (state === 'connected') this.#reached.add(transport);
      this.#handlers.onState(this.state);
    });
  }

  async #confirm(transport: Transport): Promise<void> {
    const dtlsParameters = this.#unconfirmed.get(transport);
    if (!dtlsParameters) return;
    try {
      await this.#realtime.request('connectTransport', { transportId: transport.id, dtlsParameters });
    } catch (error) {
      // It has them: only the answer was lost.
      if (!(error instanceof ProtocolError && error.code === 'WRONG_STATE')) throw error;
    }
    this.#unconfirmed.delete(transport);
  }

  get state(): MediaState {
    if (!this.#opened) return 'connecting';
    const used = [
      ...(this.#outgoing.size > 0 ? [this.#opened.send] : []),
      ...(this.#consumers.size > 0 ? [this.#opened.receive] : []),
    ];
    const isConnected = ({ connectionState }: Transport) => connectionState === 'connected';
    const isInterrupted = (transport: Transport) =>
      transport.connectionState === 'failed' || (this.#reached.has(transport) && !isConnected(transport));
    if (used.some(isInterrupted)) return 'interrupted';
    return used.every(isConnected) ? 'connected' : 'connecting';
  }

  /** Sends these tracks from now on. A paused producer is kept but sends nothing. */
  async send(tracks: LocalTracks, camera: Camera, paused: Record<MediaKind, boolean>): Promise<void> {
    const { bitrate } = videoTarget(camera.quality, camera.projection);
    // In parallel: video must not wait for the server's response to audio. All are awaited, so that none is still being
    // made when leftovers are closed.
    const sent = await Promise.allSettled([
      this.#sendTrack('video', tracks.video, { maxBitrate: bitrate, paused: paused.video }),
      this.#sendTrack('audio', tracks.audio, { maxBitrate: null, paused: paused.audio }),
    ]);
    for (const result of sent) if (result.status === 'rejected') throw result.reason;
    await this.#closeLeftovers();
  }

  async #sendTrack(kind: MediaKind, track: MediaStreamTrack | null, sending: Sending): Promise<void> {
    const opened = await this.#opening;
    if (!opened || this.#closed) return;
    const outgoing = this.#outgoing.get(kind);
    if (!track) {
      if (outgoing) this.#stopSending(kind, outgoing);
      return;
    }
    if (!outgoing) {
      await this.#startSending(opened, kind, track, sending);
      return;
    }
    const { producer } = outgoing;
    const { paused } = sending;
    if (producer.track !== track) await producer.replaceTrack({ track });
    await outgoing.set(sending);
    if (outgoing.pausedAtServer === paused) return;
    // Without a connection this fails, and is repeated after the next login.
    await this.#realtime.request('setProducerPaused', { producerId: producer.id, paused });
    outgoing.pausedAtServer = paused;
  }

  async #startSending(
    { device, send }: Opened,
    kind: MediaKind,
    track: MediaStreamTrack,
    sending: Sending,
  ): Promise<void> {
    if (!device.canProduce(kind)) return;
    const { maxBitrate, paused } = sending;
    const producer = await send.produce({
      track,
      stopTracks: false,
      // Muting is local; the track stays enabled for the self view.
      disableTrackOnPause: false,
      appData: { paused },
      encodings: [{ active: false, ...(maxBitrate !== null && { maxBitrate }) }],
      ...(maxBitrate === null
        ? { codecOptions: { opusFec: true, opusDtx: true } }
        : {
            // In kbit/s. Starts near the target: at the browser's default of 300 kbit/s the picture is blurred for
            // seconds.
            codecOptions: { videoGoogleStartBitrate: Math.round((maxBitrate * 0.8) / 1000) },
            onRtpSender: (sender: RTCRtpSender) => preferSmoothness(sender),
          }),
    });
    const outgoing = new Outgoing(producer, sending);
    this.#outgoing.set(kind, outgoing);
    this.#atServer.add(producer.id);
    outgoing.setConsumed(this.#consumed.has(producer.id));
    producer.on('trackended', () => {
      this.#stopSending(kind, outgoing);
      // Without a connection it is repeated with the next tracks, which follow each login.
      this.#closeAtServer(producer.id).catch(() => {});
    });
    this.#handlers.onState(this.state);
  }

  #stopSending(kind: MediaKind, { producer }: Outgoing): void {
    this.#outgoing.delete(kind);
    producer.close();
  }

  /** Closes what the server has of this side that this side no longer sends: the other side would wait for it. */
  async #closeLeftovers(): Promise<void> {
    const kept = new Set([...this.#outgoing.values()].map(({ producer }) => producer.id));
    for (const id of [...this.#atServer].filter((id) => !kept.has(id))) await this.#closeAtServer(id);
  }

  async #closeAtServer(producerId: string): Promise<void> {
    await this.#realtime.request('closeProducer', { producerId });
    this.#atServer.delete(producerId);
  }

  /** Takes the server's view of this side's producers: those not consumed are not encoded. */
  setProducers(producers: readonly ProducerState[]): void {
    this.#atServer = new Set(producers.map(({ id }) => id));
    this.#consumed = new Set(producers.filter(({ consumed }) => consumed).map(({ id }) => id));
    for (const outgoing of this.#outgoing.values()) {
      outgoing.setConsumed(this.#consumed.has(outgoing.producer.id));
    }
  }

  /** Consumes the other side's current producers and closes consumers of former ones. */
  async consume(producers: readonly ProducerState[]): Promise<void> {
    if (!this.#opening || this.#closed) return;
    const wanted = new Set(producers.map((producer) => producer.id));
    for (const [producerId, consumer] of this.#consumers) {
      if (wanted.has(producerId)) continue;
      this.#consumers.delete(producerId);
      consumer.then(
        (gone) => gone.close(),
        () => {},
      );
    }
    const added = producers.filter((producer) => !this.#consumers.has(producer.id));
    if (added.length > 0) await this.#startConsuming(added.map((producer) => producer.id));
    for (const kind of ['audio', 'video'] as const) {
      if (!producers.some((producer) => producer.kind === kind)) this.#handlers.onRemoteTrack(kind, null);
    }
  }

  async #startConsuming(producerIds: readonly string[]): Promise<void> {
    const { recvRtpCapabilities: rtpCapabilities } = await this.#device;
    // Requests are handled in order, so the transport exists when the server gets to these.
    const offered = Promise.all(
      producerIds.map((producerId) => this.#realtime.request('consume', { producerId, rtpCapabilities })),
    );
    const opened = Promise.all([this.#opening, offered]);
    const pausedAtServer = new Set<string>();
    await Promise.all(
      producerIds.map(async (producerId, index) => {
        // All at once, so that they are negotiated together.
        const opening = opened.then(([transports, offers]) => {
          const offer = offers[index];
          if (!transports || !offer) throw new Error('nothing to consume');
          const { consumerId: id, kind, rtpParameters, paused } = offer;
          if (paused) pausedAtServer.add(id);
          // The browser synchronises audio and video with the same stream id.
          return transports.receive.consume({ id, producerId, kind, rtpParameters, streamId: 'remote' });
        });
        this.#consumers.set(producerId, opening);
        try {
          const consumer = await opening;
          if (!this.#consumers.has(producerId)) return consumer.close();
          this.#handlers.onRemoteTrack(consumer.kind, consumer.track);
          if (pausedAtServer.has(consumer.id))
            await this.#realtime.request('resumeConsumer', { consumerId: consumer.id });
          this.#handlers.onState(this.state);
        } catch (error) {
          this.#consumers.delete(producerId);
          throw error;
        }
      }),
    );
  }

  /** Restarts ICE on both transports, after a change of network. */
  async restartIce(): Promise<void> {
    const opened = this.#opened;
    if (!opened || this.#closed) return;
    await Promise.all(
      [opened.send, opened.receive].map(async (transport) => {
        const { id: transportId } = transport;
        await this.#confirm(transport);
        const { iceParameters, iceServers } = await this.#realtime.request('restartIce', { transportId });
        await transport.updateIceServers({ iceServers });
        await transport.restartIce({ iceParameters });
      }),
    );
  }

  /** The browser's statistics of each direction; null before media is set up. */
  async stats(): Promise<{ sent: RTCStatsReport; received: RTCStatsReport } | null> {
    if (!this.#opened || this.#closed) return null;
    const [sent, received] = await Promise.all([
      this.#opened.send.getStats(),
      this.#opened.receive.getStats(),
    ]);
    return { sent, received };
  }

  close(): void {
    this.#closed = true;
    this.#opened?.send.close();
    this.#opened?.receive.close();
    this.#outgoing.clear();
    this.#consumers.clear();
  }
}

async function loadDevice(routerRtpCapabilities: RtpCapabilities): Promise<Device> {
  const device = await Device.factory();
  await device.load({ routerRtpCapabilities });
  return device;
}

/** If bandwidth or CPU is short, reduce the resolution rather than the frame rate. */
function preferSmoothness(sender: RTCRtpSender): void {
  if (sender.track) sender.track.contentHint = 'motion';
}
