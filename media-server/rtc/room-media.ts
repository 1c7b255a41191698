import type { types } from 'mediasoup';
import type { ProducerState, SeatName } from '#protocol/channel.ts';
import { withKnownExtensions } from './header-extensions.ts';
import { SeatMedia } from './seat-media.ts';

/** A room's router and the media of its two seats. */
export class RoomMedia {
  readonly #router: types.Router;
  readonly seats: Record<SeatName, SeatMedia>;

  /** @param onConnection called when a seat's transport connects or disconnects */
  constructor(router: types.Router, webRtcServer: types.WebRtcServer, onConnection: () => void) {
    this.#router = router;
    this.seats = {
      host: new SeatMedia(router, webRtcServer, onConnection),
      guest: new SeatMedia(router, webRtcServer, onConnection),
    };
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
