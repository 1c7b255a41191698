import type { Device } from 'mediasoup-client';
import type { RtpCodecCapability, Transport } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import { type Camera, videoTarget } from '#protocol/camera.ts';
import {
  type MediaKind,
  type ProducerState,
  SOURCE_KINDS,
  type Source,
  type VideoCodec,
  type VideoWish,
} from '#protocol/channel.ts';
import type { Sound } from '../devices/sound.ts';
import { videoCodecName } from '../devices/video-codec.ts';
import type { FrameTransforms } from '../encryption/call-encryption.ts';
import { Bandwidth, type Layers } from './bandwidth.ts';
import { Outgoing, producerOptions, type Sending } from './outgoing.ts';
import { SOUND_ENCODINGS } from './sound-encoding.ts';
import { chooseVideoCodec, layersOf } from './video-codec.ts';

/** One that has ended is kept until the one that replaces it is open: its producer stays. */
export type LocalTracks = Record<MediaKind, MediaStreamTrack | null>;

/** What a seat sends. */
export type LocalSending = {
  tracks: LocalTracks;
  /** What is shared beside the camera; null while nothing is. */
  screen: LocalTracks | null;
  camera: Camera;
  sound: Sound;
  /** Turned off by the person. */
  paused: Record<'camera' | 'microphone', boolean>;
  /** What the other side's browser decodes; null while that is not known. */
  receivable: readonly VideoCodec[] | null;
  /** How much of the video the other side wants. */
  wish: VideoWish;
};

/** What a shared tab or computer sounds like. */
const SCREEN_SOUND: Sound = 'surroundings';

type OutgoingTracksOptions = {
  realtime: Pick<RealtimeClient, 'request'>;
  device: Promise<Device>;
  /** Null without any. */
  encryption: FrameTransforms | null;
  /** A producer is ready. */
  onReady: () => void;
};

/** A seat's producers: one per source. */
export class OutgoingTracks {
  readonly #options: OutgoingTracksOptions;
  readonly #outgoing = new Map<Source, Outgoing>();
  /** Of video; null before anything was sent. */
  #bandwidth: Bandwidth | null = null;
  /** Ids of this side's producers at the server. */
  #atServer = new Set<string>();
  /** Ids of those that the other side consumes. */
  #consumed: ReadonlySet<string> = new Set();

  constructor(options: OutgoingTracksOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#outgoing.size === 0;
  }

  /** Of the screen's section in the transport's session description; null while it is not shared. */
  get screenMid(): string | null {
    return this.#outgoing.get('screen')?.producer.rtpParameters.mid ?? null;
  }

  /** Sends this from now on. A paused producer is kept but sends nothing. */
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
    this.#bandwidth.setWish(wish);
    const { encodings, screenEncoding } = this.#bandwidth;
    const video = (source: Source, track: MediaStreamTrack | null, sending: Sending) =>
      this.#sendVideo(transport, source, track, sending, codec, receivable);
    // In parallel: video must not wait for the server's response to audio. The screen comes first, as a camera that is back
    // without it means that it is no longer shared. All are awaited, so that none is still being made when leftovers are
    // closed.
    const sent = await Promise.allSettled([
      video('screen', screen?.video ?? null, { encodings: [screenEncoding], sound: null, paused: false }),
      video('camera', tracks.video, { encodings, sound: null, paused: off.camera }),
      this.#sendAudio(transport, 'microphone', tracks.audio, {
        encodings: null,
        sound,
        paused: off.microphone,
      }),
      this.#sendAudio(transport, 'screen-sound', screen?.audio ?? null, {
        encodings: null,
        sound: SCREEN_SOUND,
        paused: false,
      }),
    ]);
    for (const result of sent) if (result.status === 'rejected') throw result.reason;
    await this.#closeLeftovers();
  }

  /** What a video is sent with, if the other side decodes it. */
  #decodedCodec(source: Source, receivable: LocalSending['receivable']): { mimeType: string } | null {
    const used = this.#outgoing.get(source)?.producer.rtpParameters.codecs[0];
    if (!used || !receivable) return used ?? null;
    return receivable.some((name) => name === videoCodecName(used)) ? used : null;
  }

  #layersOf(camera: Camera, track: MediaStreamTrack | null, codec: { mimeType: string } | null): Layers {
    // A track that is over waits for another one: its producer stays as it is.
    if (this.#bandwidth && this.#outgoing.has('camera') && track?.readyState === 'ended')
      return this.#bandwidth.layers;
    return layersOf(camera, track?.getSettings().width, codec);
  }

  /**
   * With another producer where the other side has come back with a browser that lacks the codec of the present one, and
   * where the picture gets layers or has none any more: a sender keeps their number.
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

  /** The codec's options are a producer's for life: another kind of sound takes another producer. */
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
    // Beside a camera the browser knows already what there is room for.
    const isFirstVideo = source !== 'screen' || !this.#outgoing.has('camera');
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

  /** Closes what the server has of this side that this side no longer sends: the other side would wait for it. */
  async #closeLeftovers(): Promise<void> {
    const kept = new Set([...this.#outgoing.values()].map(({ producer }) => producer.id));
    for (const id of [...this.#atServer].filter((id) => !kept.has(id))) await this.#closeAtServer(id);
  }

  async #closeAtServer(producerId: string): Promise<void> {
    await this.#options.realtime.request('closeProducer', { producerId });
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
    const camera = this.#outgoing.get('camera')?.producer.id;
    if (camera && this.#consumed.has(camera) && !before.has(camera)) {
      // By another connection: the estimate was that of the former one, perhaps as it was torn down.
      this.#bandwidth?.reset();
      this.#fit();
    }
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
    const { encodings, screenEncoding } = this.#bandwidth;
    this.#outgoing.get('camera')?.fit(encodings);
    this.#outgoing.get('screen')?.fit([screenEncoding]);
  }

  /** The transport has been closed, and all producers with it. */
  clear(): void {
    this.#outgoing.clear();
  }
}
