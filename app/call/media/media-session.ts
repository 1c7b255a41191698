import { Device } from 'mediasoup-client';
import type { RtpCapabilities, RtpCodecCapability, Transport } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import type { Camera } from '#protocol/camera.ts';
import { videoTarget } from '#protocol/camera.ts';
import type { MediaKind, ProducerState, VideoCodec, VideoWish } from '#protocol/channel.ts';
import type { ResponseData } from '#protocol/messages.ts';
import type { Sound } from '../devices/sound.ts';
import type { FrameTransforms } from '../encryption/call-encryption.ts';
import { type Arrival, Arrivals } from './arrivals.ts';
import { Bandwidth } from './bandwidth.ts';
import { DataChannels, type Receive } from './data-channels.ts';
import { Incoming } from './incoming.ts';
import { Outgoing, producerOptions, type Sending } from './outgoing.ts';
import { SOUND_ENCODINGS } from './sound-encoding.ts';
import { Transports } from './transports.ts';
import { chooseVideoCodec, isLayered, videoCodecName } from './video-codec.ts';

/** One that has ended is kept until the one that replaces it is open: its producer stays. */
export type LocalTracks = Record<MediaKind, MediaStreamTrack | null>;

/** What a seat sends. */
export type LocalSending = {
  tracks: LocalTracks;
  camera: Camera;
  sound: Sound;
  /** Turned off by the person. */
  paused: Record<MediaKind, boolean>;
  /** What the other side's browser decodes; null while that is not known. */
  receivable: readonly VideoCodec[] | null;
  /** How much of the video the other side wants. */
  wish: VideoWish;
};

/** `connected` when all transports in use are; `interrupted` when one no longer is, or could not connect. */
export type MediaState = 'connecting' | 'connected' | 'interrupted';

export type MediaHandlers = {
  onRemoteTrack(kind: MediaKind, track: MediaStreamTrack | null): void;
  onState(state: MediaState): void;
  onArrival(arrival: Arrival): void;
  /** What arrived until now is late. */
  onGap(): void;
  onData: Receive;
  /** A request failed that nothing waits for. */
  onError(error: unknown): void;
};

/** The media of one seat: two transports, its producers, and its consumers of the other side's producers. */
export class MediaSession {
  readonly #realtime: Pick<RealtimeClient, 'request'>;
  readonly #handlers: MediaHandlers;
  readonly #encryption: FrameTransforms | null;
  readonly #device: Promise<Device>;
  readonly #outgoing = new Map<MediaKind, Outgoing>();
  /** Of video; null before anything was sent. */
  #bandwidth: Bandwidth | null = null;
  readonly #incoming: Incoming;
  /** Ids of this side's producers at the server. */
  #atServer = new Set<string>();
  /** Ids of those that the other side consumes. */
  #consumed: ReadonlySet<string> = new Set();
  readonly #arrivals: Arrivals;
  readonly #transports: Transports;
  readonly data: DataChannels;
  #isSeated = false;
  #closed = false;

  /**
   * Loads the browser's media capabilities; `open` creates the first transport.
   * @param encryption null without any
   * @param makeDevice makes the client library's device for this browser
   */
  constructor(
    realtime: Pick<RealtimeClient, 'request'>,
    { routerRtpCapabilities }: Pick<ResponseData<'login'>, 'routerRtpCapabilities'>,
    handlers: MediaHandlers,
    encryption: FrameTransforms | null = null,
    makeDevice: () => Promise<Device> = Device.factory,
  ) {
    this.#realtime = realtime;
    this.#handlers = handlers;
    this.#encryption = encryption;
    this.#device = loadDevice(makeDevice, routerRtpCapabilities, encryption?.ready);
    this.#transports = new Transports(
      realtime,
      this.#device,
      {
        onState: () => handlers.onState(this.state),
        onError: handlers.onError,
      },
      encryption,
    );
    this.data = new DataChannels({ realtime, transports: this.#transports, onData: handlers.onData });
    const stats = (direction: 'send' | 'receive') =>
      // Of one that is closed meanwhile there are none.
      this.#transports.made[direction]?.transport.getStats().catch(() => null) ?? Promise.resolve(null);
    this.#arrivals = new Arrivals({
      received: () => stats('receive'),
      sent: () => stats('send'),
      onGap: () => handlers.onGap(),
      onChange: (arrival) => handlers.onArrival(arrival),
    });
    this.#incoming = new Incoming({
      realtime,
      capabilities: async () => (await this.#device).recvRtpCapabilities,
      transport: () => this.#transports.get('receive'),
      // What this side sends is requested only after what it sees. `send` reports the error.
      onAsked: () => this.#isSeated && void this.#transports.get('send').catch(() => {}),
      onTrack: handlers.onRemoteTrack,
      encryption,
      onReady: () => handlers.onState(this.state),
    });
    // `open` reports the error.
    this.#device.catch(() => {});
  }

  /** Creates the transport that receives. Rejects with a ProtocolError, or mediasoup-client's UnsupportedError. */
  async open(): Promise<void> {
    await this.#transports.get('receive');
  }

  /** It can receive. */
  get isOpen(): boolean {
    return this.#transports.made.receive !== null;
  }

  get state(): MediaState {
    const { send, receive } = this.#transports.made;
    if (!receive) return 'connecting';
    const used = [
      ...(send && this.#outgoing.size > 0 ? [send] : []),
      ...(this.#incoming.isEmpty ? [] : [receive]),
    ];
    if (used.some(({ isInterrupted }) => isInterrupted)) return 'interrupted';
    return used.every(({ isConnected }) => isConnected) ? 'connected' : 'connecting';
  }

  /** Sends this from now on. A paused producer is kept but sends nothing. */
  async send({ tracks, camera, sound, paused, receivable, wish }: LocalSending): Promise<void> {
    if (!this.#transports.isRequested) return;
    const [device, { transport }] = await Promise.all([this.#device, this.#transports.get('send')]);
    if (this.#closed) return;
    const codec = chooseVideoCodec(device.sendRtpCapabilities, receivable);
    const layered = this.#isLayered(camera, tracks.video, this.#decodedCodec(receivable) ?? codec);
    const { bitrate } = videoTarget(camera.quality, camera.projection);
    this.#bandwidth ??= new Bandwidth(bitrate, layered);
    this.#bandwidth.setTarget(bitrate, layered);
    this.#bandwidth.setSound(SOUND_ENCODINGS[sound].bitrate);
    this.#bandwidth.setWish(wish);
    const { encodings } = this.#bandwidth;
    const off = (kind: MediaKind) => paused[kind] || tracks[kind]?.muted === true;
    // In parallel: video must not wait for the server's response to audio. All are awaited, so that none is still being
    // made when leftovers are closed.
    const sent = await Promise.allSettled([
      this.#sendVideo(
        transport,
        tracks.video,
        { encodings, sound: null, paused: off('video') },
        codec,
        receivable,
      ),
      this.#sendAudio(transport, tracks.audio, { encodings: null, sound, paused: off('audio') }),
    ]);
    for (const result of sent) if (result.status === 'rejected') throw result.reason;
    await this.#closeLeftovers();
  }

  /** What video is sent with, if the other side decodes it. */
  #decodedCodec(receivable: LocalSending['receivable']): { mimeType: string } | null {
    const used = this.#outgoing.get('video')?.producer.rtpParameters.codecs[0];
    if (!used || !receivable) return used ?? null;
    return receivable.some((name) => name === videoCodecName(used)) ? used : null;
  }

  #isLayered(camera: Camera, track: MediaStreamTrack | null, codec: { mimeType: string } | null): boolean {
    const sent = this.#outgoing.get('video')?.producer.rtpParameters.encodings;
    // A track that is over waits for another one: its producer stays as it is.
    if (sent && track?.readyState === 'ended') return sent.length > 1;
    return isLayered(camera, track?.getSettings().width, codec);
  }

  /**
   * With another producer where the other side has come back with a browser that lacks the codec of the present one, and
   * where the picture gets layers or has none any more: a sender keeps their number.
   */
  async #sendVideo(
    transport: Transport,
    track: MediaStreamTrack | null,
    sending: Sending,
    codec: RtpCodecCapability | null,
    receivable: LocalSending['receivable'],
  ): Promise<void> {
    const outgoing = this.#outgoing.get('video');
    const layers = outgoing?.producer.rtpParameters.encodings?.length;
    if (outgoing && !(this.#decodedCodec(receivable) && layers === sending.encodings?.length)) {
      this.#stopSending('video', outgoing);
      await this.#closeAtServer(outgoing.producer.id);
    }
    // If bandwidth or CPU is short, reduce the resolution rather than the frame rate.
    if (track) track.contentHint = 'motion';
    await this.#sendTrack(transport, 'video', codec && track, sending, codec ?? undefined);
  }

  /** The codec's options are a producer's for life: another kind of sound takes another producer. */
  async #sendAudio(transport: Transport, track: MediaStreamTrack | null, sending: Sending): Promise<void> {
    await this.#sendTrack(transport, 'audio', track, sending);
    const outgoing = this.#outgoing.get('audio');
    if (!outgoing || outgoing.sound === sending.sound || track?.readyState !== 'live') return;
    await this.#startSending(transport, 'audio', track, sending, undefined);
    this.#atServer.delete(outgoing.producer.id);
    outgoing.producer.close();
  }

  async #sendTrack(
    transport: Transport,
    kind: MediaKind,
    track: MediaStreamTrack | null,
    sending: Sending,
    codec?: RtpCodecCapability,
  ): Promise<void> {
    const outgoing = this.#outgoing.get(kind);
    if (!track) {
      if (outgoing) this.#stopSending(kind, outgoing);
      return;
    }
    const isOver = track.readyState === 'ended';
    if (!outgoing) {
      if (!isOver) await this.#startSending(transport, kind, track, sending, codec);
      return;
    }
    const { producer } = outgoing;
    const { paused } = sending;
    if (producer.track !== track && !isOver) await producer.replaceTrack({ track });
    await outgoing.set(sending);
    if (outgoing.pausedAtServer === paused) return;
    // Without a connection this fails, and is repeated after the next login.
    await this.#realtime.request('setProducerPaused', { producerId: producer.id, paused });
    outgoing.pausedAtServer = paused;
  }

  async #startSending(
    transport: Transport,
    kind: MediaKind,
    track: MediaStreamTrack,
    sending: Sending,
    codec: RtpCodecCapability | undefined,
  ): Promise<void> {
    if (!(await this.#device).canProduce(kind)) return;
    const onRtpSender = (sender: RTCRtpSender) =>
      this.#encryption?.attach(sender, kind, codec ? videoCodecName(codec) : null);
    const producer = await transport.produce({ ...producerOptions(track, codec, sending), onRtpSender });
    const outgoing = new Outgoing(producer, sending);
    this.#outgoing.set(kind, outgoing);
    this.#atServer.add(producer.id);
    outgoing.setConsumed(this.#consumed.has(producer.id));
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

  /**
   * Takes the server's view of this side's producers: those not consumed are not encoded, and whether one is paused may
   * have been changed by a request whose response was lost.
   */
  setProducers(producers: readonly ProducerState[]): void {
    this.#atServer = new Set(producers.map(({ id }) => id));
    const before = this.#consumed;
    this.#consumed = new Set(producers.filter(({ consumed }) => consumed).map(({ id }) => id));
    const video = this.#outgoing.get('video');
    const isConsumedAnew = (id: string) => this.#consumed.has(id) && !before.has(id);
    if (video && this.#bandwidth && isConsumedAnew(video.producer.id)) {
      // By another connection: the estimate was that of the former one, perhaps as it was torn down.
      this.#bandwidth.reset();
      video.fit(this.#bandwidth.encodings);
    }
    for (const outgoing of this.#outgoing.values()) {
      const held = producers.find(({ id }) => id === outgoing.producer.id);
      outgoing.setConsumed(held?.consumed === true);
      if (held) outgoing.pausedAtServer = held.paused;
    }
  }

  /** @param bitrate what the other side can receive, in bit/s */
  setBandwidth(bitrate: number): void {
    if (!this.#bandwidth) return;
    this.#bandwidth.setEstimate(bitrate);
    this.#outgoing.get('video')?.fit(this.#bandwidth.encodings);
  }

  /**
   * Before the seat is taken: connects, and negotiates what is to be consumed then.
   * @throws ProtocolError, or mediasoup-client's UnsupportedError
   */
  async prepare(producers: readonly ProducerState[]): Promise<void> {
    if (this.#closed) return;
    await Promise.all([this.#transports.get('receive'), this.#incoming.consume(producers)]);
  }

  /** Consumes the other side's current producers and closes consumers of former ones. */
  async consume(producers: readonly ProducerState[]): Promise<void> {
    if (!this.#transports.isRequested || this.#closed) return;
    this.#isSeated = true;
    if (producers.length === 0) this.#arrivals.expectNothingSoon();
    else this.#arrivals.expect(producers.some(({ paused }) => !paused));
    await this.#incoming.consume(producers);
  }

  /** Restarts ICE on both transports, after a change of network. */
  async restartIce(): Promise<void> {
    if (this.#closed) return;
    const { send, receive } = this.#transports.made;
    await Promise.all([send?.restartIce(), receive?.restartIce()]);
  }

  /** Nothing has come on any path in use since ICE was restarted. */
  async isPathDead(): Promise<boolean> {
    const { send, receive } = this.#transports.made;
    const dead = await Promise.all([send?.isPathDead(), receive?.isPathDead()]);
    return !this.#closed && dead.includes(true) && !dead.includes(false);
  }

  /** The browser's statistics of each direction; null before media is set up. */
  async stats(): Promise<{ sent: RTCStatsReport; received: RTCStatsReport } | null> {
    const { send, receive } = this.#transports.made;
    if (!send || !receive || this.#closed) return null;
    const [sent, received] = await Promise.all([send.transport.getStats(), receive.transport.getStats()]);
    return { sent, received };
  }

  close(): void {
    this.#closed = true;
    this.#arrivals.expect(false);
    this.#transports.close();
    this.#outgoing.clear();
    this.#incoming.clear();
    this.data.clear();
  }
}

async function loadDevice(
  make: () => Promise<Device>,
  routerRtpCapabilities: RtpCapabilities,
  encryption: Promise<void> | undefined,
): Promise<Device> {
  const device = await make();
  // Its transports tell of both.
  await Promise.all([device.load({ routerRtpCapabilities }), encryption]);
  return device;
}
