import type { CurrentMedia } from './current-media.ts';
import type { RoomState } from './room-state.ts';

/** Who is present in a paid room, and the state of the host's picture. */
export type MeterReading = {
  /** The host is connected and sends a picture, or would if someone consumed it. */
  offered: boolean;
  /** The guest is connected, or waits for the host to open the room. */
  attended: boolean;
  /** Both of the above, in a started call. */
  due: boolean;
  /** Due, and the guest consumes the picture, and it arrives. */
  delivered: boolean;
};

/** What is read of a room, again and again. */
export type Observed = {
  readonly state: RoomState;
  attendance: { readonly isVisited: boolean };
  media: CurrentMedia;
};

export async function readMeter(room: { readonly observed: Observed }): Promise<MeterReading> {
  const picture = await room.observed.media.picture();
  // Read after the wait: the state may have changed during it.
  const { state, attendance } = room.observed;
  const { status, seats } = state;
  const offered = seats.host?.droppedAt === null && picture.offered;
  const attended = seats.guest ? seats.guest.droppedAt === null && picture.reached : attendance.isVisited;
  const due = status === 'STARTED' && offered && attended;
  return { offered, attended, due, delivered: due && picture.arrives };
}
