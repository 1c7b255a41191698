import type { ConnectionState } from '#app/realtime/page-protocol.ts';
import type { Channel, SeatName, SeatState } from '#protocol/channel.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { LocalTracks, MediaState } from '../media/media-session.ts';

/** All that the screens show of a call. */
export type CallState = {
  token: string;
  seat: SeatName;
  /** False while the person still chooses devices: the seat is asked for, but not yet taken. */
  entered: boolean;
  /** Null until the first login was answered. */
  channel: Channel | null;
  connection: ConnectionState;
  /** Why the seat could not be had, or was taken away. Final. */
  refusal: ErrorCode | 'REPLACED' | null;
  media: MediaState;
  remote: LocalTracks;
  muted: boolean;
  cameraOff: boolean;
};

export function newCallState(token: string, seat: SeatName): CallState {
  return {
    token,
    seat,
    entered: false,
    channel: null,
    connection: 'connecting',
    refusal: null,
    media: 'connecting',
    remote: { audio: null, video: null },
    muted: false,
    cameraOff: false,
  };
}

export function otherSeat({ channel, seat }: Pick<CallState, 'channel' | 'seat'>): SeatState | null {
  return channel?.seats[seat === 'host' ? 'guest' : 'host'] ?? null;
}

export function isEnded(channel: Channel | null): boolean {
  return channel?.status === 'FINISHED' || channel?.status === 'FAILED';
}

/**
 * Whether this side has its part of the media: what it sends and receives is connected, and the other side's picture
 * has come if that side has a camera.
 */
export function hasMedia(state: CallState): boolean {
  const other = otherSeat(state);
  if (!other?.camera || state.media !== 'connected') return false;
  return other.camera.cameraType === 'NO_CAM' || state.remote.video !== null;
}

/** Which screen of the room is due. */
export type RoomScreen =
  | { name: 'connecting' }
  /** The host alone, waiting for the guest. */
  | { name: 'waiting' }
  | { name: 'live' }
  | { name: 'ended'; reason: NonNullable<Channel['endReason']>; byOther: boolean }
  | { name: 'refused'; code: ErrorCode | 'REPLACED' };

export function roomScreen(state: CallState): RoomScreen {
  const { channel, seat, refusal } = state;
  if (channel && isEnded(channel)) {
    return {
      name: 'ended',
      reason: channel.endReason ?? 'server',
      byOther: channel.endedBy !== null && channel.endedBy !== seat,
    };
  }
  if (refusal) return { name: 'refused', code: refusal };
  if (!channel) return { name: 'connecting' };
  if (channel.status === 'CREATED') return { name: seat === 'host' ? 'waiting' : 'connecting' };
  const shown = channel.status === 'STARTED' && (state.remote.video !== null || hasMedia(state));
  return { name: shown ? 'live' : 'connecting' };
}

/** Whose connection is being restored: this side's own, or the other one's. */
export type Trouble = 'connection' | 'other' | null;

export function trouble(state: CallState): Trouble {
  if (state.connection !== 'open' || state.media === 'failed') return 'connection';
  return otherSeat(state)?.connected === false ? 'other' : null;
}
