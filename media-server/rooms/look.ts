import type { Attendance } from './attendance.ts';
import type { CurrentMedia } from './current-media.ts';
import type { RoomState } from './room-state.ts';

/** Who is in a room, and what becomes of the host's picture. */
export type Look = {
  /** The host is there and sends a picture, or would if someone watched it. */
  offered: boolean;
  /** The guest is there, or waits for the host to open the room. */
  attended: boolean;
  /** In a call, the picture is sent to the guest. */
  sent: boolean;
  /** And arrives. */
  delivered: boolean;
};

export async function lookAt<R>(
  state: () => RoomState,
  attendance: Attendance<R>,
  media: CurrentMedia,
): Promise<Look> {
  const picture = await media.picture();
  const { status, seats } = state();
  const offered = seats.host?.droppedAt === null && picture.offered;
  const attended = seats.guest ? seats.guest.droppedAt === null && picture.reached : attendance.isVisited;
  const sent = status === 'STARTED' && offered && attended && picture.sent;
  return { offered, attended, sent, delivered: sent && picture.arrives };
}
