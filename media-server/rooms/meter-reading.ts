import type { CurrentMedia } from './current-media.ts';
import type { RoomState } from './room-state.ts';

/** Who is present in a paid room, and what of the host's media reaches the guest: whatever became of their sockets. */
export type MeterReading = {
  /** The host sends a picture, or would if someone consumed it. */
  offered: boolean;
  /** The guest's browser is reachable, or the guest waits for the host to open the room. */
  attended: boolean;
  /** Both of the above, in a started call. */
  due: boolean;
  /** A picture is offered, and media is forwarded to the guest. */
  forwarded: boolean;
  /** The guest's browser was heard: see `Picture`. */
  heard: boolean;
};

/** What is read of a room, again and again. */
export type Observed = {
  readonly state: RoomState;
  attendance: { readonly isVisited: boolean };
  media: CurrentMedia;
};

export async function readMeter(room: { readonly observed: Observed }): Promise<MeterReading> {
  const { offered, reached, forwarded, heard } = await room.observed.media.picture();
  // Read after the wait: the state may have changed during it.
  const { state, attendance } = room.observed;
  const attended = state.seats.guest ? reached : attendance.isVisited;
  const due = state.status === 'STARTED' && offered && attended;
  return { offered, attended, due, forwarded: offered && attended && forwarded, heard };
}
