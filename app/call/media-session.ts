import { Device } from 'mediasoup-client';
import type { Consumer, Producer, Transport } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import type { Camera } from '#media-server/protocol/camera.ts';
import { videoTarget } from '#media-server/protocol/camera.ts';
import type { MediaKind, ProducerState } from '#media-server/protocol/channel.ts';
import type { ResponseData } from '#media-server/protocol/messages.ts';

export type LocalTracks = Record<MediaKind, MediaStreamTrack | null>;

/** `connected` when every transport in use is; `failed` when one has given up and wants its ICE restarted. */
export type MediaState = 'connecting' | 'connected' | 'failed';

export type MediaHandlers = {
  onRemoteTrack(kind: MediaKind, track: MediaStreamTrack | null): void;
  onState(state: MediaState): void;
};

type Opened = { device: Device; send: Transport; receive: Transport };

/** One seat's media: two transports, what this side sends, and what it consumes of the other side. */
export class MediaSession {
  readonly #realtime: RealtimeClient;
  readonly #handlers: MediaHandlers;
  readonly #producers = new Map<MediaKind, Producer>();
  readonly #consumers = new Map<string, Promise<Consumer>>();
  #opened: Opened | null = null;
  #closed = false;
  #sendingVideo: { track: MediaStreamTrack; camera: Camera } | null = null;

  constructor(realtime: RealtimeClient, handlers: MediaHandlers) {
    this.#realtime = realtime;
    this.#handlers = handlers;
  }

  /** Makes both transports. Rejects with a ProtocolError, or an UnsupportedError of mediasoup-client. */
  async open(login: Pick<ResponseData<'login'>, 'iceServers' | 'routerRtpCapabilities'>): Promise<void> {
    const device = await Device.factory();
    const [sendOptions, receiveOptions] = await Promise.all([
      this.#realtime.request('createTransport', { direction: 'send' }),
      this.#realtime.request('createTransport', { direction: 'receive' }),
      device.load({ routerRtpCapabilities: login.routerRtpCapabilities }),
    ]);
    const { iceServers } = login;
    const send = device.createSendTransport({ ...sendOptions, iceServers });
    const receive = device.createRecvTransport({ ...receiveOptions, iceServers });
    for (const transport of [send, receive]) this.#wire(transport);
    send.on('produce', ({ kind, rtpParameters, appData }, done, failed) => {
      this.#realtime
        .request('produce', { transportId: send.id, kind, rtpParameters, paused: appData.paused === true })
        .then(({ producerId }) => done({ id: producerId }), failed);
    });
    this.#opened = { device, send, receive };
    if (this.#closed) this.close();
  }

  #wire(transport: Transport): void {
    transport.on('connect', ({ dtlsParameters }, done, failed) => {
      this.#realtime
        .request('connectTransport', { transportId: transport.id, dtlsParameters })
        .then(done, failed);
    });
    transport.on('connectionstatechange', () => this.#handlers.onState(this.state));
  }

  get state(): MediaState {
    if (!this.#opened) return 'connecting';
    const used = [
      ...(this.#producers.size > 0 ? [this.#opened.send] : []),
      ...(this.#consumers.size > 0 ? [this.#opened.receive] : []),
    ];
    if (used.some((transport) => transport.connectionState === 'failed')) return 'failed';
    return used.every((transport) => transport.connectionState === 'connected') ? 'connected' : 'connecting';
  }

  /** Sends these tracks from now on. A paused one keeps its place but sends nothing. */
  async send(tracks: LocalTracks, camera: Camera, paused: Record<MediaKind, boolean>): Promise<void> {
    // Side by side: the picture must not wait for the sound's answer from the server.
    await Promise.all([
      this.#sendTrack('video', tracks.video, camera, paused.video),
      this.#sendTrack('audio', tracks.audio, camera, paused.audio),
    ]);
  }

  async #sendTrack(
    kind: MediaKind,
    track: MediaStreamTrack | null,
    camera: Camera,
    paused: boolean,
  ): Promise<void> {
    const opened = this.#opened;
    if (!opened || this.#closed) return;
    const producer = this.#producers.get(kind);
    if (!track) {
      if (producer) await this.#stopSending(kind, producer);
      return;
    }
    if (!producer) {
      await this.#startSending(opened, kind, track, camera, paused);
      return;
    }
    if (producer.track !== track) await producer.replaceTrack({ track });
    if (kind === 'video') await this.#retarget(producer, track, camera);
    if (producer.paused !== paused) await this.#setPaused(producer, paused);
  }

  async #startSending(
    { device, send }: Opened,
    kind: MediaKind,
    track: MediaStreamTrack,
    camera: Camera,
    paused: boolean,
  ): Promise<void> {
    if (!device.canProduce(kind)) return;
    const bitrate = videoTarget(camera.quality, camera.projection).bitrate;
    if (kind === 'video') this.#sendingVideo = { track, camera };
    const producer = await send.produce({
      track,
      stopTracks: false,
      // Muting is this side's own business; the track stays enabled for the self view.
      disableTrackOnPause: false,
      zeroRtpOnPause: true,
      appData: { paused },
      ...(kind === 'video'
        ? {
            encodings: [{ maxBitrate: bitrate }],
            // In kbit/s. Begin near the target: the browser's own start of 300 kbit/s is a blur for seconds.
            codecOptions: { videoGoogleStartBitrate: Math.round((bitrate * 0.8) / 1000) },
            onRtpSender: (sender: RTCRtpSender) => preferSmoothness(sender),
          }
        : { codecOptions: { opusFec: true, opusDtx: true } }),
    });
    this.#producers.set(kind, producer);
    if (paused) producer.pause();
    producer.on('trackended', () => void this.#stopSending(kind, producer));
    this.#handlers.onState(this.state);
  }

  async #stopSending(kind: MediaKind, producer: Producer): Promise<void> {
    this.#producers.delete(kind);
    producer.close();
    await this.#realtime.request('closeProducer', { producerId: producer.id });
  }

  async #setPaused(producer: Producer, paused: boolean): Promise<void> {
    if (paused) producer.pause();
    else producer.resume();
    await this.#realtime.request('setProducerPaused', { producerId: producer.id, paused });
  }

  async #retarget(producer: Producer, track: MediaStreamTrack, camera: Camera): Promise<void> {
    const before = this.#sendingVideo?.camera;
    this.#sendingVideo = { track, camera };
    if (before?.quality === camera.quality && before.projection === camera.projection) return;
    const { bitrate } = videoTarget(camera.quality, camera.projection);
    await producer.setRtpEncodingParameters({ maxBitrate: bitrate });
  }

  /** Consumes what the other side sends now and drops what it no longer sends. */
  async consume(producers: readonly ProducerState[]): Promise<void> {
    const opened = this.#opened;
    if (!opened || this.#closed) return;
    const wanted = new Set(producers.map((producer) => producer.id));
    for (const [producerId, consumer] of this.#consumers) {
      if (wanted.has(producerId)) continue;
      this.#consumers.delete(producerId);
      void consumer.then((gone) => gone.close());
    }
    const added = producers.filter((producer) => !this.#consumers.has(producer.id));
    await Promise.all(added.map((producer) => this.#startConsuming(opened, producer.id)));
    for (const kind of ['audio', 'video'] as const) {
      if (!producers.some((producer) => producer.kind === kind)) this.#handlers.onRemoteTrack(kind, null);
    }
  }

  async #startConsuming({ device, receive }: Opened, producerId: string): Promise<void> {
    const opening = this.#realtime
      .request('consume', {
        transportId: receive.id,
        producerId,
        rtpCapabilities: device.recvRtpCapabilities,
      })
      .then(({ consumerId, kind, rtpParameters }) =>
        // Sound and picture of one stream id are kept in step by the browser.
        receive.consume({ id: consumerId, producerId, kind, rtpParameters, streamId: 'remote' }),
      );
    this.#consumers.set(producerId, opening);
    try {
      const consumer = await opening;
      if (!this.#consumers.has(producerId)) return consumer.close();
      this.#handlers.onRemoteTrack(consumer.kind, consumer.track);
      await this.#realtime.request('resumeConsumer', { consumerId: consumer.id });
      this.#handlers.onState(this.state);
    } catch (error) {
      this.#consumers.delete(producerId);
      throw error;
    }
  }

  /** Gives both transports new ICE credentials, after the network changed under them. */
  async restartIce(): Promise<void> {
    const opened = this.#opened;
    if (!opened || this.#closed) return;
    await Promise.all(
      [opened.send, opened.receive].map(async (transport) => {
        const { iceParameters } = await this.#realtime.request('restartIce', { transportId: transport.id });
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
    this.#producers.clear();
    this.#consumers.clear();
  }
}

/** Where bandwidth or processor run short, a smaller moving picture beats a frozen sharp one. */
function preferSmoothness(sender: RTCRtpSender): void {
  if (sender.track) sender.track.contentHint = 'motion';
}
