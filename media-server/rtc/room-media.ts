import type { types } from 'mediasoup';
import type { ProducerState, SeatName } from '#protocol/channel.ts';
import { withKnownExtensions } from './header-extensions.ts';
import { SeatMedia } from './seat-media.ts';

export type SeatEvents = {
  /** A seat's transport connected or disconnected. */
  onConnection: () => void;
  /** A seat's browser can no longer be reached. */
  onLost: (seat: SeatName) => void;
  /** How much a seat's browser can receive has changed; bit/s. */
  onBandwidth: (seat: SeatName, bitrate: number) => void;
};

/** A room's router and the media of its two seats. */
export class RoomMedia {
  readonly #router: types.Router;
  readonly seats: Record<SeatName, SeatMedia>;

  constructor(
    router: types.Router,
    webRtcServer: types.WebRtcServer,
    { onConnection, onLost, onBandwidth }: SeatEvents,
  ) {
    this.#router = router;
    const media = (seat: SeatName) =>
      new SeatMedia(router, webRtcServer, {
        onConnection,
        onLost: () => onLost(seat),
        onBandwidth: (bitrate) => onBandwidth(seat, bitrate),
      });
    this.seats = { host: media('host'), guest: media('guest') };
  }

  /** What a seat sends, and whether the other seat consumes it. */
  producers(seat: SeatName): ProducerState[] {
    return this.seats[seat].producers(this.seats[seat === 'host' ? 'guest' : 'host']);
  }

  get rtpCapabilities() {
    return withKnownExtensions(this.#router.rtpCapabilities);
  }

  close(): void {
    // The WebRTC server keeps transports that only their router closes, and with them the room, for good.
    for (const seat of Object.values(this.seats)) seat.clear();
    this.#router.close();
  }
}
