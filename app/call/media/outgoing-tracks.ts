import type { Device } from 'mediasoup-client';
import type { RtpCodecCapability, Transport } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import type { Camera } from '#protocol/camera.ts';
import {
  type MediaKind,
  type ProducerState,
  SOURCE_KINDS,
  type Source,
  type VideoCodec,
  type VideoWish,
} from '#protocol/channel.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import type { Aimed } from '../detail/aim.ts';
import { DetailTrack } from '../detail/detail-track.ts';
import type { Sound } from '../devices/sound.ts';
import { videoCodecName } from '../devices/video-codec.ts';
import type { FrameTransforms } from '../encryption/call-encryption.ts';
import { Bandwidth, type Layers } from './bandwidth.ts';
import { Outgoing, producerOptions, type Sending } from './outgoing.ts';
import { SOUND_ENCODINGS } from './sound-encoding.ts';
import { chooseVideoCodec, layersOf } from './video-codec.ts';

/** A track that has ended is kept until its replacement is open, so that its producer stays. */
export type LocalTracks = Record<MediaKind, MediaStreamTrack | null>;

/** Everything a seat sends. */
export type LocalSending = {
  tracks: LocalTracks;
  /** Tracks shared beside the camera; null while none are. */
  screen: LocalTracks | null;
  camera: Camera;
  sound: Sound;
  /** Turned off by the person. */
  paused: Record<'camera' | 'microphone', boolean>;
  /** Codecs that the other side's browser decodes; null while unknown. */
  receivable: readonly VideoCodec[] | null;
  /** How much of the video the other side wants. */
  wish: VideoWish;
};

/** Sound settings for a shared tab or computer. */
const SCREEN_SOUND: Sound = 'surroundings';

type OutgoingTracksOptions = {
  realtime: Pick<RealtimeClient, 'request'>;
  device: Promise<Device>;
  /** Null if there is none. */
  encryption: FrameTransforms | null;
  /** A producer is ready. */
  onReady: () => void;
};

/** A seat's producers: one per source. */
export class OutgoingTracks {
  readonly #options: OutgoingTracksOptions;
  readonly #outgoing = new Map<Source, Outgoing>();
  readonly #detail = new DetailTrack(() => this.#dropDetail());
  /** Bandwidth of video; null before anything was sent. */
  #bandwidth: Bandwidth | null = null;
  /** Ids of this side's producers at the server. */
  #atServer = new Set<string>();
  /** Ids of the producers that the other side consumes. */
  #consumed: ReadonlySet<string> = new Set();

  constructor(options: OutgoingTracksOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#outgoing.size === 0;
  }

  /** A source's section in the transport's session description; null while it is not sent. */
  midOf(source: Source): string | null {
    return this.#outgoing.get(source)?.producer.rtpParameters.mid ?? null;
  }

  /** Where the other side looks in the camera's picture. */
  look(aimed: Aimed): void {
    this.#detail.look(aimed);
  }

  /** Sets what is sent. A paused producer is kept but sends nothing. */
  async send(
    transport: Transport,
    { tracks, screen, camera, sound, paused, receivable, wish }: LocalSending,
  ): Promise<void> {
    const { sendRtpCapabilities } = await this.#options.device;
    const codec = chooseVideoCodec(sendRtpCapabilities, receivable);
    const layers = this.#layersOf(camera, tracks.video, this.#decodedCodec('camera', receivable) ?? codec);
    const off = {
      camera: paused.camera || tracks.video?.muted === true,
      microphone: paused.microphone || tracks.audio?.muted === true,
    };
    const { bitrate } = videoTarget(camera.quality, camera.projection);
    this.#bandwidth ??= new Bandwidth(bitrate, layers);
    this.#bandwidth.setTarget(bitrate, layers);
    this.#bandwidth.setScreen(!screen?.video ? null : tracks.video && !off.camera ? 'beside' : 'alone');
    const screenSound = screen?.audio ? SOUND_ENCODINGS[SCREEN_SOUND].bitrate : 0;
    this.#bandwidth.setSound(SOUND_ENCODINGS[sound].bitrate + screenSound);
    const isDetailed = wish.detail && layers === 'both' && !off.camera;
    const detail = this.#detail.of(isDetailed ? tracks.video : null, camera);
    this.#bandwidth.setDetail(detail !== null && this.#isConsumed('detail'));
    this.#bandwidth.setWish(wish);
    const { encodings, detailEncoding, screenEncoding } = this.#bandwidth;
    const video = (source: Source, track: MediaStreamTrack | null, sending: Sending) =>
      this.#sendVideo(transport, source, track, sending, codec, receivable);
    // In parallel: video must not wait for the server's response to audio. The screen comes first, as a camera that
    // comes back without it means that it is no longer shared. Waits for all, so that none is still being created when
    // leftovers are closed.
    const sent = await Promise.allSettled([
      video('screen', screen?.video ?? null, {
        encodings: [screenEncoding],
        keepsSize: false,
        sound: null,
        paused: false,
      }),
      // Beside a screen, or the part in full detail, it has the size that its bitrate is worth, so that no other has to
      // grow again afterwards.
      video('camera', tracks.video, {
        encodings,
        keepsSize: Boolean(screen?.video ?? detail),
        sound: null,
        paused: off.camera,
      }),
      video('detail', detail, { encodings: [detailEncoding], keepsSize: true, sound: null, paused: false }),
      this.#sendAudio(transport, 'microphone', tracks.audio, {
        encodings: null,
        keepsSize: false,
        sound,
        paused: off.microphone,
      }),
      this.#sendAudio(transport, 'screen-sound', screen?.audio ?? null, {
        encodings: null,
        keepsSize: false,
        sound: SCREEN_SOUND,
        paused: false,
      }),
    ]);
    for (const result of sent) if (result.status === 'rejected') throw result.reason;
    await this.#closeLeftovers();
  }

  /** Goes on with the whole alone. */
  #dropDetail(): void {
    const outgoing = this.#outgoing.get('detail');
    if (outgoing) this.#stopSending('detail', outgoing);
    this.#bandwidth?.setDetail(false);
    this.#fit();
    // Without a connection it is repeated after the next login.
    this.#closeLeftovers().catch(() => {});
  }

  #isConsumed(source: Source): boolean {
    const id = this.#outgoing.get(source)?.producer.id;
    return id !== undefined && this.#consumed.has(id);
  }

  /** Codec of a video that is being sent, if the other side decodes it. */
  #decodedCodec(source: Source, receivable: LocalSending['receivable']): { mimeType: string } | null {
    const used = this.#outgoing.get(source)?.producer.rtpParameters.codecs[0];
    if (!used || !receivable) return used ?? null;
    return receivable.some((name) => name === videoCodecName(used)) ? used : null;
  }

  #layersOf(camera: Camera, track: MediaStreamTrack | null, codec: { mimeType: string } | null): Layers {
    // A track that has ended waits for another one: its producer stays as it is.
    if (this.#bandwidth && this.#outgoing.has('camera') && track?.readyState === 'ended')
      return this.#bandwidth.layers;
    return layersOf(camera, track?.getSettings().width, codec);
  }

  /**
   * Sends a video. Takes another producer where the other side has come back with a browser that lacks the current
   * codec, and where the number of layers changes, which a sender cannot.
   */
  async #sendVideo(
    transport: Transport,
    source: Source,
    track: MediaStreamTrack | null,
    sending: Sending,
    codec: RtpCodecCapability | null,
    receivable: LocalSending['receivable'],
  ): Promise<void> {
    const outgoing = this.#outgoing.get(source);
    const layers = outgoing?.producer.rtpParameters.encodings?.length;
    if (outgoing && !(this.#decodedCodec(source, receivable) && layers === sending.encodings?.length)) {
      this.#stopSending(source, outgoing);
      await this.#closeAtServer(outgoing.producer.id);
    }
    // If bandwidth or CPU is short, reduce a camera's resolution rather than its frame rate; of a screen, the opposite.
    if (track) track.contentHint = source === 'screen' ? 'detail' : 'motion';
    await this.#sendTrack(transport, source, codec && track, sending, codec ?? undefined);
  }

  /** Sends sound. A producer's codec options are fixed, so another kind of sound takes another producer. */
  async #sendAudio(
    transport: Transport,
    source: Source,
    track: MediaStreamTrack | null,
    sending: Sending,
  ): Promise<void> {
    await this.#sendTrack(transport, source, track, sending);
    const outgoing = this.#outgoing.get(source);
    if (!outgoing || outgoing.sound === sending.sound || track?.readyState !== 'live') return;
    await this.#startSending(transport, source, track, sending, undefined);
    this.#atServer.delete(outgoing.producer.id);
    outgoing.producer.close();
  }

  async #sendTrack(
    transport: Transport,
    source: Source,
    track: MediaStreamTrack | null,
    sending: Sending,
    codec?: RtpCodecCapability,
  ): Promise<void> {
    const outgoing = this.#outgoing.get(source);
    if (!track) {
      if (outgoing) this.#stopSending(source, outgoing);
      return;
    }
    const isOver = track.readyState === 'ended';
    if (!outgoing) {
      if (!isOver) await this.#startSending(transport, source, track, sending, codec);
      return;
    }
    const { producer } = outgoing;
    const { paused } = sending;
    if (producer.track !== track && !isOver) await producer.replaceTrack({ track });
    await outgoing.set(sending);
    if (outgoing.pausedAtServer === paused) return;
    // Without a connection this fails, and is repeated after the next login.
    await this.#options.realtime.request('setProducerPaused', { producerId: producer.id, paused });
    outgoing.pausedAtServer = paused;
  }

  async #startSending(
    transport: Transport,
    source: Source,
    track: MediaStreamTrack,
    sending: Sending,
    codec: RtpCodecCapability | undefined,
  ): Promise<void> {
    const { device, encryption, onReady } = this.#options;
    const kind = SOURCE_KINDS[source];
    if (!(await device).canProduce(kind)) return;
    const onRtpSender = (sender: RTCRtpSender) =>
      encryption?.attach(sender, kind, codec ? videoCodecName(codec) : null);
    // Beside a camera the browser already knows the available bandwidth.
    const isFirstVideo = source === 'camera' || !this.#outgoing.has('camera');
    const options = producerOptions(track, codec, { ...sending, source, isFirstVideo });
    const producer = await transport.produce({ ...options, onRtpSender });
    const outgoing = new Outgoing(producer, sending);
    this.#outgoing.set(source, outgoing);
    this.#atServer.add(producer.id);
    outgoing.setConsumed(this.#consumed.has(producer.id));
    onReady();
  }

  #stopSending(source: Source, { producer }: Outgoing): void {
    this.#outgoing.delete(source);
    producer.close();
  }

  /** Closes producers at the server that this side no longer sends: the other side would wait for them. */
  async #closeLeftovers(): Promise<void> {
    const kept = new Set([...this.#outgoing.values()].map(({ producer }) => producer.id));
    for (const id of [...this.#atServer].filter((id) => !kept.has(id))) await this.#closeAtServer(id);
  }

  async #closeAtServer(producerId: string): Promise<void> {
    await this.#options.realtime.request('closeProducer', { producerId });
    this.#atServer.delete(producerId);
  }

  /**
   * Takes the server's view of this side's producers: those not consumed are not encoded, and a request whose response
   * was lost may have changed whether one is paused.
   */
  setProducers(producers: readonly ProducerState[]): void {
    this.#atServer = new Set(producers.map(({ id }) => id));
    const before = this.#consumed;
    this.#consumed = new Set(producers.filter(({ consumed }) => consumed).map(({ id }) => id));
    const camera = this.#outgoing.get('camera')?.producer.id ?? '';
    // Until the part in full detail arrives, the whole has all of it.
    this.#bandwidth?.setDetail(this.#isConsumed('detail'));
    if (this.#isConsumed('camera') && !before.has(camera)) {
      // Consumed over a new connection: the estimate is of the former one, perhaps while it was torn down.
      this.#bandwidth?.reset();
    }
    this.#fit();
    for (const outgoing of this.#outgoing.values()) {
      const held = producers.find(({ id }) => id === outgoing.producer.id);
      outgoing.setConsumed(held?.consumed === true);
      if (held) outgoing.pausedAtServer = held.paused;
    }
  }

  /** @param bitrate what the other side can receive, in bit/s */
  setBandwidth(bitrate: number): void {
    this.#bandwidth?.setEstimate(bitrate);
    this.#fit();
  }

  #fit(): void {
    if (!this.#bandwidth) return;
    const { encodings, detailEncoding, screenEncoding } = this.#bandwidth;
    this.#outgoing.get('camera')?.fit(encodings);
    this.#outgoing.get('detail')?.fit([detailEncoding]);
    this.#outgoing.get('screen')?.fit([screenEncoding]);
  }

  /** Forgets all producers, which were closed with their transport. */
  clear(): void {
    this.#detail.close();
    this.#outgoing.clear();
  }
}
