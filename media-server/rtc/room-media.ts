import type { types } from 'mediasoup';
import type { SeatName } from '#media-server/protocol/channel.ts';
import { withKnownExtensions } from './header-extensions.ts';
import { SeatMedia } from './seat-media.ts';

/** One room's router with the media of its two seats. */
export class RoomMedia {
  readonly #router: types.Router;
  readonly seats: Record<SeatName, SeatMedia>;

  constructor(router: types.Router, webRtcServer: types.WebRtcServer) {
    this.#router = router;
    this.seats = {
      host: new SeatMedia(router, webRtcServer),
      guest: new SeatMedia(router, webRtcServer),
    };
  }

  get rtpCapabilities() {
    return withKnownExtensions(this.#router.rtpCapabilities);
  }

  close(): void {
    this.#router.close();
  }
}
