import type { types } from 'mediasoup';
import type { RtpCapabilities } from 'mediasoup-client/types';
import type { ProducerState, SeatName } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { withKnownExtensions } from './header-extensions.ts';
import { PlayerOffer } from './player/offer.ts';
import { Player, type PlayerRouters } from './player/player.ts';
import { SeatMedia, type SeatMediaEvents } from './seat-media.ts';

export type SeatEvents = {
  /** A seat's transport connected or disconnected. */
  onConnection: () => void;
  /** A seat's browser can no longer be reached. */
  onLost: (seat: SeatName) => void;
  /** A seat's browser can receive more or less than before; bit/s. */
  onBandwidth: (seat: SeatName, bitrate: number) => void;
} & Pick<SeatMediaEvents, 'onTransport'>;

/** How many visitors of a room can prepare at once; others do so when they enter. */
const VISITORS = 4;

/** A room's router, and the media of its two seats, of visitors who prepare to receive before they enter, and of a player. */
export class RoomMedia {
  readonly #routers: PlayerRouters;
  readonly #onConnection: () => void;
  readonly seats: Record<SeatName, SeatMedia>;
  readonly #makeVisitor: () => SeatMedia;
  /** Media of visitors, by their sessions. */
  readonly #visitors = new Map<object, SeatMedia>();
  /** Shows what the host sends, beside the guest. */
  #player: Player | null = null;

  constructor(routers: PlayerRouters, { onConnection, onLost, onBandwidth, onTransport }: SeatEvents) {
    const { room: router, webRtcServer } = routers;
    this.#routers = routers;
    this.#onConnection = onConnection;
    const events = (seat: SeatName) => ({
      onConnection,
      onTransport,
      onLost: () => onLost(seat),
      onBandwidth: (bitrate: number) => onBandwidth(seat, bitrate),
    });
    this.seats = {
      host: new SeatMedia(router, webRtcServer, events('host')),
      guest: new SeatMedia(router, webRtcServer, events('guest')),
    };
    this.#makeVisitor = () => new SeatMedia(router, webRtcServer, events('guest'), true);
  }

  /** A seat's media, and the other seat's, which it receives from. */
  of(seat: SeatName): { own: SeatMedia; other: SeatMedia } {
    const { host, guest } = this.seats;
    return seat === 'host' ? { own: host, other: guest } : { own: guest, other: host };
  }

  /**
   * As `of`, for a visitor, who will be the guest.
   * @throws ProtocolError RATE_LIMITED if too many visitors prepare
   */
  ofVisitor(visitor: object): { own: SeatMedia; other: SeatMedia } {
    const own = this.#visitors.get(visitor) ?? this.#makeVisitor();
    if (!this.#visitors.has(visitor) && this.#visitors.size >= VISITORS)
      throw new ProtocolError('RATE_LIMITED');
    this.#visitors.set(visitor, own);
    return { own, other: this.seats.host };
  }

  /** Gives the guest's seat to a visitor, with the media it has prepared; dismisses all other visitors. */
  async seat(visitor: object): Promise<void> {
    const prepared = this.#visitors.get(visitor);
    this.#visitors.delete(visitor);
    for (const other of this.#visitors.keys()) this.dismiss(other);
    if (!prepared) return;
    this.seats.guest.clear();
    this.seats.guest = prepared;
    await prepared.forward();
  }

  dismiss(visitor: object): void {
    this.#visitors.get(visitor)?.clear();
    this.#visitors.delete(visitor);
  }

  /** What a seat sends, and whether the other seat consumes it. */
  producers(seat: SeatName): ProducerState[] {
    const { own, other } = this.of(seat);
    return own.producers((id) => other.takes(id) || (seat === 'host' && this.#player?.takes(id) === true));
  }

  get rtpCapabilities() {
    return withKnownExtensions(this.#routers.room.rtpCapabilities);
  }

  /** Whether a player that is no browser shows what the host sends. */
  get isWatched(): boolean {
    return this.#player !== null;
  }

  /**
   * Has a player show what the host sends, in place of the one before.
   * @param sdp its offer
   * @returns the answer, and the transport that carries the media
   * @throws UnacceptableOffer; ProtocolError WRONG_STATE while the host sends no picture
   */
  async play(sdp: string): Promise<{ answer: string; transport: types.WebRtcTransport }> {
    const { host } = this.seats;
    if (!host.camera) throw new ProtocolError('WRONG_STATE');
    const offer = new PlayerOffer(sdp, this.#sentCodecs(host.camera));
    const player: Player = await Player.open(this.#routers, offer, (source) => host.producerOf(source), {
      onConnected: this.#onConnection,
      onEnd: () => this.stopPlayer(player.transport),
    });
    this.#player?.close();
    this.#player = player;
    return { answer: player.answer, transport: player.transport };
  }

  /** What the room's router sends of a camera, and of any sound. */
  #sentCodecs({ consumableRtpParameters: { codecs } }: types.Producer): RtpCapabilities {
    const { rtpCapabilities } = this;
    const [video] = codecs;
    return {
      ...rtpCapabilities,
      codecs: rtpCapabilities.codecs?.filter(
        ({ kind, preferredPayloadType }) => kind === 'audio' || preferredPayloadType === video?.payloadType,
      ),
    };
  }

  /** Ends a player's session, unless it has ended. */
  stopPlayer(transport: types.WebRtcTransport): void {
    if (this.#player?.transport !== transport) return;
    this.#player.close();
    this.#player = null;
    this.#onConnection();
  }

  close(): void {
    // The WebRtcServer keeps transports that only their router closes, and with them the room: a leak.
    for (const media of [...Object.values(this.seats), ...this.#visitors.values()]) media.close();
    this.#player?.close();
    this.#routers.room.close();
  }
}
