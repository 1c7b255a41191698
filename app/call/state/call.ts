import { RealtimeClient, type RealtimeHandlers, type SeatAccess } from '#app/realtime/client.ts';
import { onNetworkChange } from '#app/realtime/network-changes.ts';
import type { RealtimeEvent } from '#app/realtime/page-protocol.ts';
import type { Channel, DataLabel, SeatName, VideoWish } from '#protocol/channel.ts';
import type { ControlMode } from '#protocol/control-modes.ts';
import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import { SEAT_GRACE_MS } from '#protocol/limits.ts';
import type { EventData, RequestData, RequestName, SeatLogin } from '#protocol/messages.ts';
import type { PageMessage } from '#protocol/relayed.ts';
import type { RequestedSeat } from '#protocol/ticket.ts';
import type { Aimed } from '../detail/aim.ts';
import { CallEncryption } from '../encryption/call-encryption.ts';
import type { Data } from '../encryption/data-cipher.ts';
import { CallMedia } from '../media/call-media.ts';
import type { Receive } from '../media/data-channels.ts';
import type { LocalTracks } from '../media/outgoing-tracks.ts';
import type { CallReports } from '../media/stats.ts';
import { accessWith, requestSeat } from './api.ts';
import {
  awaitsHost,
  type CallState,
  hasMedia,
  isEnded,
  knowsSealed,
  newCallState,
  otherSeat,
  outcomeOf,
  roomScreen,
} from './call-state.ts';
import { Exchange } from './exchange.ts';
import { introduce } from './introduce.ts';
import type { OutgoingMessage } from './said.ts';
import { isSameCamera, isSameWish } from './same.ts';
import { type LocalMedia, syncMedia } from './sync-media.ts';

/** How long the final numbers of an ended call are awaited. */
const FINAL_WAIT_MS = 10_000;

/**
 * @property rejoin continues the call if it has ended
 * @property ticket for the first login; null to request one
 * @property streamed a program beside the page sends the camera, which cannot be encrypted end to end
 * @property watchable a player that is no browser may show the camera, which it cannot decrypt
 */
export type CallSeat = {
  token: string;
  seat: SeatName;
  rejoin: boolean;
  ticket: RequestedSeat | null;
  streamed: boolean;
  watchable: boolean;
};

/** One seat in one room, from taking it to leaving it. */
export class Call {
  readonly #report: (state: CallState) => void;
  readonly #hear: (heard: PageMessage) => void;
  readonly #receive: Receive;
  /** Continues a call that has ended; reset by the first login. */
  #rejoin: boolean;
  readonly #ticket: RequestedSeat | null;
  /** A program sends the camera, so nothing is encrypted end to end. */
  readonly streamed: boolean;
  /** A player shows the camera, so nothing is encrypted end to end. */
  readonly watchable: boolean;
  #state: CallState;
  #local: LocalMedia | null = null;
  #login: SeatLogin | null = null;
  #realtime: RealtimeClient | null = null;
  #media: CallMedia | null = null;
  #encryption: CallEncryption | null = null;
  #exchange: Exchange | null = null;
  #stopWatchingNetwork: () => void = () => {};
  /** `startChannel` was sent since the last login. */
  #announced = false;
  /** The request that tells the server that this side has left, until it has been answered. */
  #farewell: 'finishChannel' | 'leaveChannel' | null = null;
  /** The call is over, and its final numbers are awaited. */
  #isFinishing = false;
  /** Changes are applied to the media one after the other; only the newest state counts. */
  #syncing: Promise<void> = Promise.resolve();

  /**
   * @param report called with the new state after every change
   * @param hear called with the other side's messages
   * @param receive called with data of its data channels
   */
  constructor(
    { token, seat, rejoin, ticket, streamed, watchable }: CallSeat,
    report: (state: CallState) => void,
    hear: (heard: PageMessage) => void,
    receive: Receive,
  ) {
    this.#state = { ...newCallState(token, seat), keyed: ticket?.keyed ?? null };
    this.#ticket = ticket;
    this.streamed = streamed;
    this.watchable = watchable;
    this.#rejoin = rejoin;
    this.#report = report;
    this.#hear = hear;
    this.#receive = receive;
  }

  get state(): CallState {
    return this.#state;
  }

  /** Requests the seat, while devices may still be chosen. Errors are in the state, as `refusal`. */
  async start(): Promise<void> {
    const handlers: RealtimeHandlers = {
      onLogin: (login) => {
        if ('seat' in login) void this.#loggedIn(login);
      },
      onEvent: (event) => this.#handle(event),
      onConnection: (connection, code) => {
        this.#update({ connection });
        if (connection === 'closed' && code && !this.#farewell && !this.#isFinishing) this.#refuse(code);
      },
      renewAccess: () => this.#access(),
    };
    const realtime = new RealtimeClient(handlers);
    this.#realtime = realtime;
    const { token, seat } = this.#state;
    const onEncryption = (encryption: CallState['encryption']) => {
      this.#update({ encryption });
      this.#sync();
    };
    const encryption = new CallEncryption(token, seat, onEncryption, !this.streamed && !this.watchable);
    this.#encryption = encryption;
    this.#exchange = new Exchange({
      realtime,
      encryption,
      channels: () => this.#media?.session?.data,
      takesSealed: () => knowsSealed(this.#state),
      offers: () => this.#state.offers,
      hear: this.#hear,
      receive: this.#receive,
    });
    const media = new CallMedia(
      realtime,
      {
        onView: (view) => {
          this.#update(view);
          this.#announceMedia();
        },
        onReplaced: () => void this.#takePart(false),
        onError: (error) => this.#trouble(error),
        onData: (label, data) => void this.#exchange?.receive(label, data),
        onLost: () => this.#fail(),
      },
      encryption,
    );
    this.#media = media;
    this.#stopWatchingNetwork = onNetworkChange((change) => media.recheckNetwork(change));
    try {
      realtime.open(this.#ticket ? accessWith(this.#ticket) : await this.#access());
    } catch (error) {
      this.#refuse(error instanceof ProtocolError ? error.code : 'SERVER_ERROR');
    }
  }

  async #access(): Promise<SeatAccess> {
    const { token, seat } = this.#state;
    const { controlModes, keyed, ingest, ...access } = await requestSeat(token, seat, this.#rejoin);
    this.#update({ keyed, ingest, proposed: controlModes });
    return access;
  }

  /**
   * Takes the seat with these devices: a host opens the room, a guest enters it.
   * @param off what is turned off from the start
   */
  enter(local: LocalMedia, off: Pick<CallState, 'muted' | 'cameraOff'>): void {
    if (this.#state.entered) return;
    this.#local = local;
    // Requests are sent before the screens re-render.
    this.#state = { ...this.#state, ...off, entered: true };
    if (!awaitsHost(this.#state)) this.#media?.sit();
    if (this.#login) void this.#takePart(this.#media?.isInterrupted === true);
    this.#update({});
  }

  async #loggedIn(login: SeatLogin): Promise<void> {
    const media = this.#media;
    if (!media) return;
    // The other person has continued the call meanwhile.
    if (this.#isFinishing) return this.close();
    if (this.#farewell) return this.#sayFarewell(this.#farewell);
    this.#login = login;
    this.#rejoin = false;
    this.#announced = false;
    this.#update({ connection: 'open' });
    const isKept = login.resumed && media.session?.isOpen === true;
    if (!isKept) media.begin(login);
    this.#setChannel(login.channel);
    void media.refreshPicture();
    if (this.#state.entered && !isEnded(login.channel)) await this.#takePart(isKept);
  }

  /** @param isInterrupted its media exists, but may have lost its path */
  async #takePart(isInterrupted: boolean): Promise<void> {
    const realtime = this.#realtime;
    if (!realtime || awaitsHost(this.#state)) return;
    try {
      // The server handles these in order, so the other side learns about this one as early as possible. Requests that
      // follow from the room's state are sent without waiting for the responses.
      const introduced = this.#local && introduce(realtime, this.#state, this.#local.camera);
      const opened = isInterrupted ? this.#media?.restore() : this.#media?.session?.open();
      this.#sync();
      await Promise.all([introduced?.then(() => this.#joined()), opened]);
    } catch (error) {
      this.#trouble(error);
    }
  }

  #joined(): void {
    if (!this.#state.joined) this.#update({ joined: true });
  }

  #handle(event: RealtimeEvent): void {
    if (event.name === 'meter') this.#metered(event.data);
    // Later events do not concern this side after it has left.
    if (event.name === 'meter' || this.#farewell || this.#isFinishing) return;
    if (event.name === 'channelUpdate') this.#changed(event.data);
    else if (event.name === 'bandwidth') this.#media?.session?.setBandwidth(event.data.bitrate);
    // `notificationUpdate` is for sockets without a seat.
    else if (event.name !== 'notificationUpdate') this.#exchange?.hear(event);
  }

  /** Once the call is over, only its final numbers matter. */
  #metered(meter: EventData<'meter'>): void {
    const isOver = isEnded(this.#state.channel);
    if (isOver && !meter.final) return;
    this.#update({ meter });
    if (isOver) this.close();
  }

  #changed(channel: Channel): void {
    const awaited = awaitsHost(this.#state);
    this.#setChannel(channel);
    if (!awaited || awaitsHost(this.#state) || isEnded(channel) || !this.#state.entered) return;
    this.#media?.sit();
    void this.#takePart(false);
  }

  #setChannel(channel: Channel): void {
    this.#update({ channel, channelAt: performance.now() });
    if (isEnded(channel)) {
      this.#finish();
      return;
    }
    this.#encryption?.setOther(otherSeat(this.#state));
    this.#media?.session?.setProducers(channel.seats[this.#state.seat]?.producers ?? []);
    this.#sync();
    this.#announceMedia();
  }

  /** Synchronises producers and consumers with the room and the devices. */
  #sync(): void {
    this.#syncing = this.#syncing.then(async () => {
      const media = this.#media?.session;
      if (!media) return;
      try {
        await syncMedia({
          media,
          state: this.#state,
          local: this.#local,
          encryption: this.#encryption?.offer,
          tell: (name, data) => this.#tell(name, data),
        });
      } catch (error) {
        // Errors of a session that has been replaced are irrelevant.
        if (media === this.#media?.session) this.#trouble(error);
      }
    });
  }

  #announceMedia(): void {
    if (this.#announced || this.#state.channel?.status !== 'REQUESTED' || !hasMedia(this.#state)) return;
    this.#announced = true;
    void this.#tell('startChannel', {});
  }

  #trouble(error: unknown): void {
    const outcome = outcomeOf(error, this.#state);
    if (outcome === 'failed') {
      if (!this.#media?.renew()) this.#fail();
    } else if (outcome !== 'passing') this.#refuse(outcome);
  }

  #fail(): void {
    if (!isEnded(this.#state.channel)) void this.#tell('failChannel', { reason: 'media' });
  }

  /** Sends a request whose response does not matter; without a connection it is dropped. */
  async #tell<N extends RequestName>(name: N, data: RequestData<N>): Promise<void> {
    try {
      await this.#realtime?.request(name, data);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
    }
  }

  #refuse(refusal: ErrorCode | 'REPLACED'): void {
    this.#update({ refusal, connection: 'closed' });
    this.close();
  }

  #update(change: Partial<CallState>): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#state.shown && roomScreen(this.#state).name === 'live')
      this.#state = { ...this.#state, shown: true };
    this.#report(this.#state);
  }

  /** Changes tracks, quality or projection. */
  setLocal(local: LocalMedia): void {
    if (!this.#local) return;
    const before = this.#local.camera;
    const { camera } = local;
    this.#local = local;
    this.#sync();
    if (!isSameCamera(before, camera) && this.#state.channel) void this.#tell('updateCamera', { camera });
  }

  setMuted(muted: boolean): void {
    this.#update({ muted });
    this.#sync();
  }

  setCameraOff(cameraOff: boolean): void {
    this.#update({ cameraOff });
    this.#sync();
  }

  /** Shares tracks beside the camera; null: stops sharing. */
  setScreen(screen: LocalTracks | null): void {
    this.#update({ screen });
    this.#sync();
  }

  /** Changes how much of the other side's video is wanted. */
  setVideoWish(change: Partial<VideoWish>): void {
    const videoWish = { ...this.#state.videoWish, ...change };
    if (isSameWish(videoWish, this.#state.videoWish)) return;
    this.#update({ videoWish });
    this.#sync();
  }

  /** The other side looks here in this side's picture. */
  look(aimed: Aimed): void {
    this.#media?.session?.look(aimed);
  }

  /** Sets the ways in which the host lets the guest direct them. */
  setOffers(offers: readonly ControlMode[]): void {
    this.#update({ offers });
    this.#sync();
  }

  /**
   * Sends a message to the other side. Rejects with a ProtocolError if it cannot receive now: UNAVAILABLE, WRONG_STATE.
   */
  async say<N extends OutgoingMessage>(name: N, data: RequestData<N>): Promise<void> {
    if (!this.#exchange || !this.#realtime) throw new ProtocolError('UNAVAILABLE');
    await this.#exchange.say(name, data);
  }

  /** Sends over a data channel. Rejects if it cannot now; what is sent may be lost all the same. */
  async sendData(label: DataLabel, data: Data): Promise<void> {
    if (!this.#exchange) throw new ProtocolError('UNAVAILABLE');
    await this.#exchange.send(label, data);
  }

  /** Null before `start`. */
  get encryption(): Pick<CallEncryption, 'confirm' | 'goOn'> | null {
    return this.#encryption;
  }

  /** Sends the host's location for the room's record. */
  sendSnapshot(snapshot: RequestData<'snapshotChannel'>): Promise<void> {
    return this.#tell('snapshotChannel', snapshot);
  }

  /** Has a host's code work for five more minutes; the room's state tells. */
  extendCode(): Promise<void> {
    return this.#tell('extendCode', {});
  }

  /**
   * Ends the call for both; on this side at once. If the server cannot be reached, it is told after the next login,
   * unless it gives up the seat before that.
   */
  async leave(): Promise<void> {
    const { channel, channelAt, seat } = this.#state;
    if (this.#farewell) return;
    if (!channel || isEnded(channel) || !this.#realtime) return this.close();
    this.#farewell = channel.status === 'CREATED' ? 'finishChannel' : 'leaveChannel';
    setTimeout(() => this.close(), SEAT_GRACE_MS);
    this.#media?.close();
    const lastedMs = channel.lastedMs === null ? null : channel.lastedMs + performance.now() - channelAt;
    const left = { status: 'FINISHED', endReason: 'left', endedBy: seat, lastedMs } as const;
    this.#update({ channel: { ...channel, ...left } });
    await this.#sayFarewell(this.#farewell);
  }

  async #sayFarewell(request: 'finishChannel' | 'leaveChannel'): Promise<void> {
    try {
      await this.#realtime?.request(request, {});
    } catch (error) {
      // Repeated after the next login.
      if (error instanceof ProtocolError && error.code === 'UNAVAILABLE') return;
    }
    this.#finish();
  }

  /** Closes; that of a paid call, once its final numbers have come, or fail to. */
  #finish(): void {
    const { meter } = this.#state;
    this.#isFinishing = meter?.final === false;
    if (!this.#isFinishing) {
      this.close();
      return;
    }
    this.#media?.close();
    setTimeout(() => this.close(), FINAL_WAIT_MS);
  }

  /** Null before media is set up. */
  async stats(): Promise<CallReports | null> {
    const reports = await this.#media?.session?.stats();
    const { remoteDetail, remoteScreen } = this.#state;
    const tracks = { detail: remoteDetail?.id ?? null, screen: remoteScreen.video?.id ?? null };
    return reports ? { ...reports, tracks } : null;
  }

  /** Releases everything locally; the room is not notified. */
  close(): void {
    this.#media?.close();
    this.#encryption?.close();
    this.#stopWatchingNetwork();
    this.#realtime?.close();
    this.#realtime = null;
  }
}
