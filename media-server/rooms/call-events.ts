import type { CallEventKind } from '#protocol/call-health.ts';
import type { SeatName } from '#protocol/channel.ts';
import { isCall, isOver, type RoomState, type SeatState } from './room-state.ts';

/**
 * Something that happened in a call.
 * @property seat null for both seats
 * @property detail the end reason, or the new quality
 */
export type CallEvent = { seat: SeatName | null; kind: CallEventKind; detail?: string | null };

/** Events between two states of a room. A room that no guest has entered has no call yet. */
export function eventsBetween(before: RoomState, after: RoomState): CallEvent[] {
  if (!isCall(before) && !isCall(after)) return [];
  const seats = (['host', 'guest'] as const).flatMap((seat) => {
    const kind = isCall(before)
      ? changeOf(before.seats[seat], after.seats[seat])
      : entryOf(after.seats[seat]);
    return kind
      ? [{ seat, kind, ...(kind === 'quality' && { detail: after.seats[seat]?.camera?.quality }) }]
      : [];
  });
  const started: CallEvent[] =
    after.status === 'STARTED' && before.status !== 'STARTED' ? [{ seat: null, kind: 'started' }] : [];
  const ended: CallEvent[] = isOver(after)
    ? [{ seat: after.endedBy, kind: 'ended', detail: after.endReason }]
    : [];
  return [...seats, ...started, ...ended];
}

/** The call begins, or continues after an end. */
function entryOf(seat: SeatState | null): CallEventKind | null {
  return seat?.droppedAt === null ? 'joined' : null;
}

function changeOf(before: SeatState | null, after: SeatState | null): CallEventKind | null {
  if (!before || !after) return entryOf(after);
  const wasThere = before.droppedAt === null;
  const isThere = after.droppedAt === null;
  if (wasThere !== isThere) return isThere ? 'back' : 'lost';
  const isOther = before.camera && after.camera && before.camera.quality !== after.camera.quality;
  return isOther ? 'quality' : null;
}
