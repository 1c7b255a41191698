import type { types } from 'mediasoup';
import { ProtocolError } from '#protocol/errors.ts';
import type { Room } from '../rooms/room.ts';
import type { Exchange } from './endpoint.ts';

/**
 * WHIP: a program that streams sends a room's camera. 409 while another program sends, or the room's host has chosen
 * another camera.
 */
export const whip: Exchange = {
  use: 'whip',
  reasons: {
    WRONG_STATE: 'Another program is sending with this key, or the room waits for no program.',
  },
  begin,
  end,
};

async function begin(room: Room, sdp: string) {
  if (await room.observed.media.seats?.host.ingest.isReceiving()) throw new ProtocolError('WRONG_STATE');
  return room.run(async () => {
    room.assertLive();
    const { state, media } = room.observed;
    if (!state.seats.host?.camera?.streamed) throw new ProtocolError('WRONG_STATE');
    const { seats } = await media.open();
    const taken = await seats.host.ingest.take(sdp);
    room.announce();
    return taken;
  });
}

function end(room: Room, transport: types.WebRtcTransport): void {
  const host = room.observed.media.seats?.host;
  if (!transport.closed) host?.ingest.end();
  room.announce();
}
