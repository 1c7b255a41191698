import type { CurrentMedia } from './current-media.ts';
import type { RoomState } from './room-state.ts';

/** Who is in a room, and what becomes of the host's picture. */
export type MeterReading = {
  /** The host is there and sends a picture, or would if someone watched it. */
  offered: boolean;
  /** The guest is there, or waits for the host to open the room. */
  attended: boolean;
  /** In a call that is on, both. */
  due: boolean;
  /** And the guest takes the picture, and it arrives. */
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
  // As it is by now.
  const { state, attendance } = room.observed;
  const { status, seats } = state;
  const offered = seats.host?.droppedAt === null && picture.offered;
  const attended = seats.guest ? seats.guest.droppedAt === null && picture.reached : attendance.isVisited;
  const due = status === 'STARTED' && offered && attended;
  return { offered, attended, due, delivered: due && picture.arrives };
}
