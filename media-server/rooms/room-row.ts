import { z } from 'zod';
import { UNOPENED_ROOM_MBPS } from '#db/schema/index.ts';
import { cameraSchema } from '#protocol/camera.ts';
import { type Channel, channelStatusSchema, endReasonSchema, type SeatName } from '#protocol/channel.ts';
import { CODE_LONGEST_MS } from '#protocol/room-code.ts';
import { qualitySchema } from '#protocol/video-quality.ts';
import { roomMbps } from '../rtc/bitrates.ts';
import { type ChannelColumns, type ChannelRow, PLACE_SPARE_MS } from './channel-store.ts';
import { isCall, newSeat, type RoomState, type SeatState } from './room-state.ts';

const namedColumnsSchema = z.object({
  status: channelStatusSchema,
  endReason: endReasonSchema.nullable(),
  cameraType: cameraSchema.shape.cameraType.nullable(),
  videoQuality: qualitySchema.nullable(),
});

/**
 * State of a room restored from its row. A running call has lost all its sockets: both seats count as dropped from now
 * on. Camera details are not in the table; clients send them again.
 * @param now ms since 1970
 */
export function stateFromRow(row: ChannelRow, now: number): RoomState {
  const { status, endReason, cameraType, videoQuality } = namedColumnsSchema.parse(row);
  const opened = cameraType && videoQuality ? { cameraType, quality: videoQuality } : null;
  const away = (holder: string): SeatState => ({
    ...newSeat(holder),
    ready: status === 'STARTED',
    droppedAt: now,
  });
  return {
    status,
    endReason,
    endedBy: null,
    hostKey: row.hostKey,
    opened,
    seats: { host: opened && away(row.hostKey), guest: row.guestKey === null ? null : away(row.guestKey) },
    expiresAt: row.expiresAt.getTime(),
    longestExpiry: row.endsAt ? null : row.createdAt.getTime() + CODE_LONGEST_MS,
    endsAt: row.endsAt?.getTime() ?? null,
    requestedAt: status === 'REQUESTED' ? now : null,
    startedAt: row.startedAt?.getTime() ?? null,
    endedAt: row.endedAt?.getTime() ?? null,
  };
}

/** The host's location, if shared with the guest. */
export function sharedPlace({ placeShared, latitude, longitude }: ChannelRow): Channel['place'] {
  return placeShared && latitude !== null && longitude !== null ? { latitude, longitude } : null;
}

export function columnsOf(state: RoomState): ChannelColumns {
  const instant = (at: number | null) => (at === null ? null : new Date(at));
  const isHere = (seat: SeatName) => (isCall(state) ? state.seats[seat]?.droppedAt === null : null);
  return {
    status: state.status,
    endReason: state.endReason,
    guestKey: state.seats.guest?.holder ?? null,
    cameraType: state.opened?.cameraType ?? null,
    videoQuality: state.opened?.quality ?? null,
    reservedMbps: state.opened ? roomMbps(state.opened.quality) : UNOPENED_ROOM_MBPS,
    placedUntil: state.status === 'CREATED' ? new Date(state.expiresAt + PLACE_SPARE_MS) : null,
    startedAt: instant(state.startedAt),
    endedAt: instant(state.endedAt),
    hostHere: isHere('host'),
    guestHere: isHere('guest'),
  };
}
