import { ProtocolError } from '#protocol/errors.ts';
import { type RelayedData, type RelayedName, relayed } from '#protocol/relayed.ts';
import type { RoomSession } from '../rooms/room.ts';

/** Passes a message on to the other seat. @throws ProtocolError WRONG_STATE if that may not, or cannot, hear it now */
export function relay<N extends RelayedName>(
  session: RoomSession,
  name: N,
  data: RelayedData<N>,
): Record<string, never> {
  const { room, seat } = session;
  const { mode } = relayed[name];
  const other = room.channel.seats[seat === 'host' ? 'guest' : 'host'];
  if (mode && !other?.controlModes.includes(mode)) throw new ProtocolError('WRONG_STATE');
  room.relay(session, name, data);
  return {};
}
