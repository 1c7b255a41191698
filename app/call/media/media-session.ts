import { Device } from 'mediasoup-client';
import type { RtpCapabilities } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import { isOfScreen, type ProducerState, type Source } from '#protocol/channel.ts';
import type { SeatLogin } from '#protocol/messages.ts';
import type { Aimed } from '../detail/aim.ts';
import type { FrameTransforms } from '../encryption/call-encryption.ts';
import { type Arrival, Arrivals } from './arrivals.ts';
import { DataChannels, type Receive } from './data-channels.ts';
import { Incoming } from './incoming.ts';
import { type LocalSending, OutgoingTracks } from './outgoing-tracks.ts';
import type { CallReports } from './stats.ts';
import { Transports } from './transports.ts';

/** `connected` when all transports in use are; `interrupted` when one no longer is, or could not connect. */
export type MediaState = 'connecting' | 'connected' | 'interrupted';

export type MediaHandlers = {
  onRemoteTrack(source: Source, track: MediaStreamTrack | null): void;
  /** The picture of a program that sends this side's camera. */
  onStreamed(track: MediaStreamTrack | null): void;
  onState(state: MediaState): void;
  onArrival(arrival: Arrival): void;
  /** Packets have stopped arriving. */
  onGap(): void;
  onData: Receive;
  /** A request failed that nothing waits for. */
  onError(error: unknown): void;
};

/** The media of one seat: two transports, its producers, and its consumers of the other side's producers. */
export class MediaSession {
  readonly #outgoing: OutgoingTracks;
  readonly #incoming: Incoming;
  readonly #streamed: Incoming;
  readonly #arrivals: Arrivals;
  readonly #transports: Transports;
  readonly data: DataChannels;
  #isSeated = false;
  #closed = false;

  /**
   * Loads the browser's media capabilities; `open` creates the first transport.
   * @param encryption null if there is none
   * @param makeDevice creates mediasoup-client's device for this browser
   */
  constructor(
    realtime: Pick<RealtimeClient, 'request'>,
    { routerRtpCapabilities }: Pick<SeatLogin, 'routerRtpCapabilities'>,
    handlers: MediaHandlers,
    encryption: FrameTransforms | null = null,
    makeDevice: () => Promise<Device> = Device.factory,
  ) {
    const device = loadDevice(makeDevice, routerRtpCapabilities, encryption?.ready);
    const onState = () => handlers.onState(this.state);
    this.#transports = new Transports(realtime, device, { onState, onError: handlers.onError }, encryption);
    this.data = new DataChannels({ realtime, transports: this.#transports, onData: handlers.onData });
    const stats = (direction: 'send' | 'receive') =>
      // Fails if the transport was closed meanwhile.
      this.#transports.made[direction]?.transport.getStats().catch(() => null) ?? Promise.resolve(null);
    this.#arrivals = new Arrivals({
      received: () => stats('receive'),
      sent: () => stats('send'),
      onGap: () => handlers.onGap(),
      onChange: (arrival) => handlers.onArrival(arrival),
    });
    this.#outgoing = new OutgoingTracks({ realtime, device, encryption, onReady: onState });
    const receiving = {
      realtime,
      capabilities: async () => (await device).recvRtpCapabilities,
      transport: () => this.#transports.get('receive'),
      onReady: onState,
    };
    this.#streamed = new Incoming({
      ...receiving,
      onAsked: () => {},
      onTrack: (source, track) => source === 'camera' && handlers.onStreamed(track),
      encryption: null,
    });
    this.#incoming = new Incoming({
      ...receiving,
      // What this side sends is requested only after what it sees. `send` reports the error.
      onAsked: () => this.#isSeated && void this.#transports.get('send').catch(() => {}),
      onTrack: handlers.onRemoteTrack,
      encryption,
    });
    // `open` reports the error.
    device.catch(() => {});
  }

  /** Creates the receive transport. Rejects with a ProtocolError, or mediasoup-client's UnsupportedError. */
  async open(): Promise<void> {
    await this.#transports.get('receive');
  }

  /** Whether it can receive. */
  get isOpen(): boolean {
    return this.#transports.made.receive !== null;
  }

  get state(): MediaState {
    const { send, receive } = this.#transports.made;
    if (!receive) return 'connecting';
    const used = [
      ...(send && !this.#outgoing.isEmpty ? [send] : []),
      ...(this.#incoming.isEmpty ? [] : [receive]),
    ];
    if (used.some(({ isInterrupted }) => isInterrupted)) return 'interrupted';
    return used.every(({ isConnected }) => isConnected) ? 'connected' : 'connecting';
  }

  /** Sets what is sent. A paused producer is kept but sends nothing. */
  async send(sending: LocalSending): Promise<void> {
    if (!this.#transports.isRequested) return;
    const { transport } = await this.#transports.get('send');
    if (!this.#closed) await this.#outgoing.send(transport, sending);
  }

  /** Takes the server's view of this side's producers. */
  setProducers(producers: readonly ProducerState[]): void {
    this.#outgoing.setProducers(producers.filter(({ streamed }) => !streamed));
  }

  /** Where the other side looks in this one's picture. */
  look(aimed: Aimed): void {
    this.#outgoing.look(aimed);
  }

  /** @param bitrate what the other side can receive, in bit/s */
  setBandwidth(bitrate: number): void {
    this.#outgoing.setBandwidth(bitrate);
  }

  /**
   * Called before the seat is taken: connects, and negotiates the consumers needed then.
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
    // A screen that does not change sends next to nothing.
    const steady = producers.filter(({ source }) => !isOfScreen(source));
    if (steady.length === 0) this.#arrivals.stopExpectingSoon();
    else this.#arrivals.expect(steady.some(({ paused }) => !paused));
    await this.#incoming.consume(producers);
  }

  /** Shows this side what a program sends as its camera. */
  async watchStreamed(camera: ProducerState | undefined): Promise<void> {
    if (this.#transports.isRequested && !this.#closed) await this.#streamed.consume(camera ? [camera] : []);
  }

  /** Restarts ICE on both transports, after a change of network. */
  async restartIce(): Promise<void> {
    if (this.#closed) return;
    const { send, receive } = this.#transports.made;
    await Promise.all([send?.restartIce(), receive?.restartIce()]);
  }

  /** Whether no packet has come on any path in use since ICE was restarted. */
  async isPathDead(): Promise<boolean> {
    const { send, receive } = this.#transports.made;
    const dead = await Promise.all([send?.isPathDead(), receive?.isPathDead()]);
    return !this.#closed && dead.includes(true) && !dead.includes(false);
  }

  /** The browser's statistics of each direction; null before media is set up. */
  async stats(): Promise<Omit<CallReports, 'tracks'> | null> {
    const { send, receive } = this.#transports.made;
    if (!send || !receive || this.#closed) return null;
    const [sent, received] = await Promise.all([send.transport.getStats(), receive.transport.getStats()]);
    const mids = { detail: this.#outgoing.midOf('detail'), screen: this.#outgoing.midOf('screen') };
    return { sent, received, mids };
  }

  close(): void {
    this.#closed = true;
    this.#arrivals.expect(false);
    this.#transports.close();
    this.#outgoing.clear();
    this.#incoming.clear();
    this.#streamed.clear();
    this.data.clear();
  }
}

async function loadDevice(
  make: () => Promise<Device>,
  routerRtpCapabilities: RtpCapabilities,
  encryption: Promise<void> | undefined,
): Promise<Device> {
  const device = await make();
  // The transports need both.
  await Promise.all([device.load({ routerRtpCapabilities }), encryption]);
  return device;
}
