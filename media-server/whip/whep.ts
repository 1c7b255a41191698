import type { types } from 'mediasoup';
import { ProtocolError } from '#protocol/errors.ts';
import type { Room } from '../rooms/room.ts';
import type { Exchange } from './endpoint.ts';

/**
 * WHEP (draft-ietf-wish-whep): a player that is no browser, as on a wall, shows what a room's host sends. One at a time: a
 * newer one takes its place. 409 while the host sends no picture, or encrypts it end to end.
 */
export const whep: Exchange = {
  use: 'whep',
  reasons: {
    WRONG_STATE: 'The host sends no picture yet, or encrypts it end to end.',
  },
  begin,
  end,
};

function begin(room: Room, sdp: string) {
  return room.run(async () => {
    room.assertLive();
    const { media } = room.observed;
    if (media.stateOf('host').encryption !== null) throw new ProtocolError('WRONG_STATE');
    const played = await (await media.open()).play(sdp);
    room.announce();
    return played;
  });
}

function end(room: Room, transport: types.WebRtcTransport): void {
  room.observed.media.stopPlayer(transport);
}
