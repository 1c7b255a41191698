import type { ConnectionState } from '#app/realtime/page-protocol.ts';
import {
  type Channel,
  type EndReason,
  isRejoinable,
  type SeatName,
  type SeatState,
  type Source,
  type VideoWish,
  WHOLE_VIDEO,
} from '#protocol/channel.ts';
import type { ControlMode } from '#protocol/control-modes.ts';
import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import type { KeyedRoom } from '#protocol/keyed-room.ts';
import type { EventData } from '#protocol/messages.ts';
import type { Ingest } from '#protocol/ticket.ts';
import type { ClearReason, Encryption } from '../encryption/call-encryption.ts';
import { type MediaView, NO_MEDIA } from '../media/call-media.ts';
import type { LocalTracks } from '../media/outgoing-tracks.ts';
import { lacksVideoCodec } from '../media/video-codec.ts';

/** State of a call that the screens show. */
export type CallState = MediaView & {
  token: string;
  seat: SeatName;
  /** False while the person still chooses devices: the seat is requested but not taken. */
  entered: boolean;
  /** The server has given the seat: the host has opened the room, or the guest has entered it. */
  joined: boolean;
  /** Null until the first login response. */
  channel: Channel | null;
  /** When it was received, on the monotonic clock. */
  channelAt: number;
  connection: ConnectionState;
  /** Why the seat was refused or taken away. Final. */
  refusal: ErrorCode | 'REPLACED' | null;
  /** The call has been shown: it stays on screen until it ends, even without media. */
  shown: boolean;
  muted: boolean;
  cameraOff: boolean;
  /** What this side shares beside the camera; null while nothing. */
  screen: LocalTracks | null;
  /** How much of the other side's video is wanted here. */
  videoWish: VideoWish;
  /** End-to-end encryption of picture and sound. */
  encryption: Encryption;
  /** The ways in which the host lets the guest direct them in this call; null until the host has answered: none. */
  offers: readonly ControlMode[] | null;
  /** The ways in which the host's account offers this, which the host is asked about; empty without one. */
  proposed: readonly ControlMode[];
  /** The last reading of a paid call. */
  meter: EventData<'meter'> | null;
  /** Data of a room created by another product. */
  keyed: KeyedRoom | null;
  /** Where a program sends a host's camera, and with which key. */
  ingest: Ingest | null;
};

export function newCallState(token: string, seat: SeatName): CallState {
  return {
    ...NO_MEDIA,
    token,
    seat,
    entered: false,
    joined: false,
    channel: null,
    channelAt: 0,
    connection: 'connecting',
    refusal: null,
    shown: false,
    muted: false,
    cameraOff: false,
    screen: null,
    videoWish: WHOLE_VIDEO,
    encryption: { state: 'unknown' },
    offers: null,
    proposed: [],
    meter: null,
    keyed: null,
    ingest: null,
  };
}

export function otherSeat({ channel, seat }: Pick<CallState, 'channel' | 'seat'>): SeatState | null {
  return channel?.seats[seat === 'host' ? 'guest' : 'host'] ?? null;
}

/** Whether a program sends the host's camera. */
function isHostStreamed({ channel }: Pick<CallState, 'channel'>): boolean {
  return channel?.seats.host?.camera?.streamed === true;
}

/** Why the host's camera is not encrypted end to end; null if nothing prevents it. */
export function clearReason(call: Pick<CallState, 'channel' | 'keyed'>): ClearReason | null {
  if (isHostStreamed(call)) return 'streamed';
  return call.keyed?.watch ? 'watchable' : null;
}

/** Whether a program's camera sends pictures in another order than they are shown in (B-frames). */
export function isOutOfOrder({ channel }: Pick<CallState, 'channel'>): boolean {
  return channel?.seats.host?.producers.some(({ outOfOrder }) => outOfOrder) === true;
}

/** How late the pictures of a program's camera come, in ms; 0 if they are not late. */
export function cameraLag({ channel }: Pick<CallState, 'channel'>): number {
  return channel?.seats.host?.producers.find(({ lagMs }) => lagMs !== undefined)?.lagMs ?? 0;
}

/** The other side sends nothing of this source for now. */
export function isOtherPaused(call: CallState, source: Source): boolean {
  return otherSeat(call)?.producers.find((producer) => producer.source === source)?.paused === true;
}

export function isEnded(channel: Channel | null): boolean {
  return channel?.status === 'FINISHED' || channel?.status === 'FAILED';
}

/** The call has ended, or its seat was refused or taken away. */
export function isOver(call: CallState | null): boolean {
  return call !== null && (call.refusal !== null || isEnded(call.channel));
}

/** A guest has entered, and the call is not over. */
export function isCall(channel: Channel | null): boolean {
  return channel?.status === 'REQUESTED' || channel?.status === 'STARTED';
}

/** Whether a guest waits for the host to open the room; then the guest enters. */
export function awaitsHost({ channel, seat }: Pick<CallState, 'channel' | 'seat'>): boolean {
  return seat === 'guest' && channel?.status === 'CREATED' && !channel.seats.host?.camera;
}

/**
 * Whether this side's media is up: its transports are connected, and the other side's video has arrived if it has a
 * camera whose video this browser can decode.
 */
export function hasMedia(state: CallState): boolean {
  const other = otherSeat(state);
  if (!other?.camera || state.media !== 'connected') return false;
  return other.camera.cameraType === 'NO_CAM' || undecodable(state).other || state.remote.video !== null;
}

/** Whose camera cannot be seen, because the two browsers share no video codec. */
export function undecodable({ channel, seat }: Pick<CallState, 'channel' | 'seat'>) {
  const own = channel?.seats[seat] ?? null;
  const other = otherSeat({ channel, seat });
  const isLost = (from: SeatState | null, to: SeatState | null) =>
    from?.camera?.cameraType !== 'NO_CAM' && lacksVideoCodec(from, to);
  return { own: isLost(own, other), other: isLost(other, own) };
}

/** Whether the other side's page, or the server, is older than screen sharing. */
export function refusesScreen(state: Pick<CallState, 'channel' | 'seat'>): boolean {
  const other = otherSeat(state);
  // Unknown while it has no receive transport.
  return other !== null && other.videoCodecs.receive !== null && !other.takesScreen;
}

/**
 * Whether messages can be sealed: a media server, or a host's page, of 0.1.0 sends nothing to compare, and knows neither
 * `sealed` nor `updateEncryption`.
 */
export function knowsSealed({ channel }: Pick<CallState, 'channel'>): boolean {
  return channel?.seats.host?.encryption?.comparison !== null;
}

/** The screen of the room to show. */
export type RoomScreen =
  | { name: 'connecting' }
  /** The host alone, waiting for the guest. */
  | { name: 'waiting' }
  | { name: 'live' }
  | {
      name: 'ended';
      /** The connection or the server failed. */
      failed: boolean;
      reason: EndReason;
      byOther: boolean;
      /** The host and guest can rejoin the call, for a while. */
      rejoinable: boolean;
    }
  | { name: 'refused'; code: ErrorCode | 'REPLACED' };

export function roomScreen(state: CallState): RoomScreen {
  const { channel, seat, refusal } = state;
  if (channel && isEnded(channel)) {
    const { status, endReason, endedBy, seats } = channel;
    return {
      name: 'ended',
      failed: status === 'FAILED',
      reason: endReason ?? 'server',
      byOther: endedBy !== null && endedBy !== seat,
      rejoinable: seats.guest !== null && isRejoinable(endReason),
    };
  }
  if (refusal) return { name: 'refused', code: refusal };
  if (!channel) return { name: 'connecting' };
  if (channel.status === 'CREATED') return { name: seat === 'host' ? 'waiting' : 'connecting' };
  const shown =
    state.shown || state.remote.video !== null || (channel.status === 'STARTED' && hasMedia(state));
  return { name: shown ? 'live' : 'connecting' };
}

/** The part being restored: this side's media, only its signalling, or the other side's connection. */
export type Trouble = 'media' | 'signalling' | 'other' | null;

export function trouble(state: CallState): Trouble {
  const { media, connection, arrival } = state;
  // Arriving media shows that the other side is there, whatever the state of its signalling.
  const isOtherLost = otherSeat(state)?.connected === false && arrival !== 'arriving';
  if (media === 'interrupted') return 'media';
  if (connection === 'open' && isOtherLost) return 'other';
  if (arrival === 'cut') return 'media';
  if (connection !== 'open') return 'signalling';
  return arrival === 'silent' ? 'other' : null;
}

/**
 * What a failed request means for the call. `passing`: the connection or an object is gone, and the request is repeated
 * at the next change or login. An error code: the seat is refused. `failed`: the call ends.
 */
export function outcomeOf(error: unknown, state: CallState): 'passing' | 'failed' | ErrorCode {
  const code = error instanceof ProtocolError ? error.code : null;
  if (code === 'UNAVAILABLE' || code === 'NOT_FOUND' || code === 'RATE_LIMITED') return 'passing';
  if (isEnded(state.channel) || state.refusal) return 'passing';
  if (code === 'SEAT_TAKEN' || code === 'CODE_INVALID' || code === 'CHANNEL_ENDED') return code;
  return code === 'WRONG_STATE' && state.channel?.status === 'CREATED' ? 'CODE_INVALID' : 'failed';
}
