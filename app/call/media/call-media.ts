import type { RealtimeClient } from '#app/realtime/client.ts';
import type { NetworkChange } from '#app/realtime/network-changes.ts';
import { isOfScreen, SOURCE_KINDS } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { SeatLogin } from '#protocol/messages.ts';
import type { FrameTransforms } from '../encryption/call-encryption.ts';
import type { Arrival } from './arrivals.ts';
import type { Receive } from './data-channels.ts';
import { MediaRepair } from './media-repair.ts';
import { MediaSession, type MediaState } from './media-session.ts';
import type { LocalTracks } from './outgoing-tracks.ts';

/** If a step fails again within this time after a renewal, it is not tried again. */
const RENEWED_APART_MS = 30_000;

/** State of the media as the screens show it. */
export type MediaView = {
  media: MediaState;
  arrival: Arrival;
  /** The other side's camera and microphone. */
  remote: LocalTracks;
  /** The part of the other side's picture that is in full detail; null without one. */
  remoteDetail: MediaStreamTrack | null;
  /** What the other side shares beside them; without tracks if nothing. */
  remoteScreen: LocalTracks;
  /** The picture of a program that sends this side's camera; null without one. */
  streamed: MediaStreamTrack | null;
};

export const NO_MEDIA: MediaView = {
  media: 'connecting',
  arrival: 'unknown',
  remote: { audio: null, video: null },
  remoteDetail: null,
  remoteScreen: { audio: null, video: null },
  streamed: null,
};

export type CallMediaHandlers = {
  onView(view: MediaView): void;
  /** Called with a new session, which has to be opened, and given what to send and to consume. */
  onReplaced(): void;
  onData: Receive;
  /** A request failed that nothing waits for. */
  onError(error: unknown): void;
  /** The server can be reached, but no media has arrived for too long. */
  onLost(): void;
};

/** The media of a seat for the whole call: one session after the other, each repaired as long as that helps. */
export class CallMedia {
  readonly #realtime: Pick<RealtimeClient, 'request' | 'check'>;
  readonly #handlers: CallMediaHandlers;
  readonly #encryption: FrameTransforms | null;
  readonly #repair = new MediaRepair({
    restart: () => this.#restartIce(),
    isPathDead: async () => (await this.#session?.isPathDead()) === true,
    replace: () => this.#replace(),
    onError: (error) => this.#handlers.onError(error),
    giveUp: () => this.#handlers.onLost(),
  });
  #login: SeatLogin | null = null;
  #session: MediaSession | null = null;
  #view = NO_MEDIA;
  /** False until the seat is taken; nothing is repaired before. */
  #isSeated = false;
  /** When new connections were last created because a step had failed, on the monotonic clock. */
  #renewedAt = Number.NEGATIVE_INFINITY;
  /** The picture has gaps that only a key frame ends, and the server has not been asked for one. */
  #needsKeyFrame = false;

  constructor(
    realtime: Pick<RealtimeClient, 'request' | 'check'>,
    handlers: CallMediaHandlers,
    encryption: FrameTransforms | null = null,
  ) {
    this.#realtime = realtime;
    this.#encryption = encryption;
    this.#handlers = handlers;
  }

  get session(): MediaSession | null {
    return this.#session;
  }

  /** Whether the media is interrupted. */
  get isInterrupted(): boolean {
    return this.#repair.isNeeded;
  }

  /**
   * Begins a new session with the server's data from the login. The last picture stays until there is a new one, and
   * media that was there counts as interrupted until it is back.
   */
  begin(login: SeatLogin): void {
    this.close();
    this.#login = login;
    this.#session = this.#newSession(login);
    this.#needsKeyFrame = false;
    const media = this.#view.media === 'connecting' ? 'connecting' : 'interrupted';
    this.#see({ media, arrival: 'unknown' });
    if (this.#isSeated) this.#repair.watch(media);
  }

  /** Starts repairing: the seat is taken. */
  sit(): void {
    this.#isSeated = true;
    this.#repair.watch(this.#view.media);
  }

  /** Repairs the media at once: the server can be reached again. */
  async restore(): Promise<void> {
    await this.#repair.restore();
  }

  /** The network may have changed: checks the socket, and repairs interrupted media at once. */
  recheckNetwork(change: NetworkChange): void {
    this.#realtime.check();
    // Returning to the page alone is no reason to repair working media.
    const isNeeded = change === 'changed' || this.#repair.isNeeded;
    if (this.#isSeated && this.#session?.isOpen && isNeeded) void this.#repair.restartNow();
  }

  /**
   * Begins with new connections, because the browser or the server has refused a step on the present ones.
   * @returns false if that would not help: nothing has been connected yet, or it was tried within 30 s
   */
  renew(): boolean {
    const now = performance.now();
    if (this.#view.media === 'connecting' || now - this.#renewedAt < RENEWED_APART_MS) return false;
    this.#renewedAt = now;
    this.#replace();
    return true;
  }

  /** Requests a key frame after a gap: WebRTC itself does so only after three seconds without a decodable picture. */
  async refreshPicture(): Promise<void> {
    if (!this.#needsKeyFrame) return;
    this.#needsKeyFrame = false;
    try {
      await this.#realtime.request('requestKeyFrame', {});
    } catch (error) {
      // Asked again after the next login, as the connection was lost as well.
      this.#needsKeyFrame = error instanceof ProtocolError && error.code === 'UNAVAILABLE';
    }
  }

  close(): void {
    this.#repair.stop();
    const session = this.#session;
    this.#session = null;
    session?.close();
  }

  #replace(): void {
    if (!this.#login) return;
    this.begin(this.#login);
    this.#handlers.onReplaced();
  }

  #newSession(login: SeatLogin): MediaSession {
    const session: MediaSession = new MediaSession(
      this.#realtime,
      login,
      {
        onRemoteTrack: (source, track) => {
          if (this.#session !== session) return;
          const kind = SOURCE_KINDS[source];
          const { remote, remoteScreen } = this.#view;
          if (isOfScreen(source)) this.#see({ remoteScreen: { ...remoteScreen, [kind]: track } });
          else if (source === 'detail') this.#see({ remoteDetail: track });
          // Whether there is a picture is known from the other side's camera: without a track, it is on its way back.
          else if (track || kind === 'audio') this.#see({ remote: { ...remote, [kind]: track } });
        },
        onStreamed: (track) => {
          if (this.#session === session) this.#see({ streamed: track });
        },
        onState: (media) => {
          if (this.#session === session) this.#setState(media);
        },
        onArrival: (arrival) => {
          if (this.#session === session) this.#setArrival(arrival);
        },
        onGap: () => this.#realtime.check(),
        onData: (label, data) => {
          if (this.#session === session) this.#handlers.onData(label, data);
        },
        onError: (error) => {
          if (this.#session === session && this.#isSeated) this.#handlers.onError(error);
        },
      },
      this.#encryption,
    );
    return session;
  }

  #setState(media: MediaState): void {
    const before = this.#view.media;
    if (media === before || (media === 'connecting' && before === 'interrupted')) return;
    this.#see({ media });
    if (this.#isSeated) this.#repair.watch(media);
  }

  #setArrival(arrival: Arrival): void {
    const before = this.#view.arrival;
    this.#see({ arrival });
    // As after a change of network, which browsers on desktop computers do not report. ICE takes seconds to notice.
    if (arrival === 'cut') this.recheckNetwork('changed');
    if (arrival !== 'arriving' || before === 'unknown') return;
    this.#needsKeyFrame = true;
    void this.refreshPicture();
  }

  async #restartIce(): Promise<void> {
    const session = this.#session;
    try {
      await session?.restartIce();
    } catch (error) {
      if (session === this.#session) throw error;
    }
  }

  #see(change: Partial<MediaView>): void {
    this.#view = { ...this.#view, ...change };
    this.#handlers.onView(this.#view);
  }
}
