import type { Camera, CameraType } from '#protocol/camera.ts';
import { type ChannelStatus, type EndReason, isRejoinable, type SeatName } from '#protocol/channel.ts';
import type { ControlMode } from '#protocol/control-modes.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { CODE_TTL_MS } from '#protocol/room-code.ts';
import type { Quality } from '#protocol/video-quality.ts';
import type { Limits } from '../limit-settings.ts';

/** A taken seat. */
export type SeatState = {
  holder: string;
  camera: Camera | null;
  /** Ways in which the other person may direct this one. */
  controlModes: readonly ControlMode[];
  handRaised: boolean;
  /** Recording of the call by this seat's page; needs the other seat's consent. `since` as other times. */
  recording: { state: 'off' | 'asked' } | { state: 'on'; since: number };
  /** `startChannel` was received and the media has not been dropped since. */
  ready: boolean;
  /** When its socket dropped, in ms since 1970; null while connected. */
  droppedAt: number | null;
};

/** A room as an immutable value. Times are ms since 1970 on its `RoomClock`. */
export type RoomState = {
  status: ChannelStatus;
  endReason: EndReason | null;
  endedBy: SeatName | null;
  /** Only this holder may take the host's seat. */
  hostKey: string;
  /** The host's parameters when opening the room; null until then. */
  opened: { cameraType: CameraType; quality: Quality } | null;
  seats: Record<SeatName, SeatState | null>;
  expiresAt: number;
  /** Until when its host may extend its code; null if it has a booked time. */
  longestExpiry: number | null;
  /** Absolute end of the room; null if it has no booked time. */
  endsAt: number | null;
  requestedAt: number | null;
  startedAt: number | null;
  endedAt: number | null;
};

type End = { status: 'FINISHED' | 'FAILED'; reason: EndReason; by: SeatName | null };

/** Events of a room. `at` is the time. */
export type RoomEvent =
  /** The bearer of a ticket takes the seat. A guest must have sent `request` before. */
  | { type: 'join'; seat: SeatName; holder: string }
  /** As `join`, to continue a call that has ended; the other seat is kept as if it had just dropped. */
  | { type: 'rejoin'; seat: SeatName; holder: string; at: number }
  | { type: 'resume'; seat: SeatName }
  | { type: 'drop'; seat: SeatName; at: number }
  | { type: 'open'; camera: Camera }
  | { type: 'request'; holder: string; camera: Camera; at: number }
  | { type: 'camera'; seat: SeatName; camera: Camera }
  | { type: 'offer'; seat: SeatName; modes: readonly ControlMode[] }
  | { type: 'hand'; seat: SeatName; raised: boolean }
  /** The seat asks to record, withdraws that or stops; `answer`: it agrees to the other seat's recording or ends it. */
  | { type: 'record'; seat: SeatName; wanted: boolean }
  | { type: 'answer'; seat: SeatName; agreed: boolean; at: number }
  /** The seat's media is ready, or was dropped to be set up again; seat null: that of both seats. */
  | { type: 'ready'; seat: SeatName; at: number }
  | { type: 'unready'; seat: SeatName | null }
  /** The code is valid for longer. */
  | { type: 'extendCode' }
  /** The call may last until `endsAt`. */
  | { type: 'extend'; endsAt: number | null }
  | ({ type: 'end'; at: number } & End);

export function isOver(state: RoomState): boolean {
  return state.status === 'FINISHED' || state.status === 'FAILED';
}

/** A guest has entered and the call is not over. */
export function isCall(state: Pick<RoomState, 'status'>): boolean {
  return state.status === 'REQUESTED' || state.status === 'STARTED';
}

/**
 * Returns the state after an event; the previous state is not modified.
 * @throws ProtocolError CHANNEL_ENDED, SEAT_TAKEN, WRONG_STATE or RESUME_INVALID if the transition is not allowed
 */
export function advance(state: RoomState, event: RoomEvent): RoomState {
  if (event.type === 'rejoin' && isOver(state)) return rejoin(state, event.seat, event.holder, event.at);
  if (isOver(state)) throw new ProtocolError('CHANNEL_ENDED');
  switch (event.type) {
    case 'join':
    case 'rejoin':
      return join(state, event.seat, event.holder);
    case 'resume':
      if (!state.seats[event.seat]) throw new ProtocolError('RESUME_INVALID');
      return withSeat(state, event.seat, { droppedAt: null });
    case 'drop':
      return drop(state, event.seat, event.at);
    case 'open':
      return withCamera(state, 'host', event.camera);
    case 'request':
      return request(state, event.holder, event.camera, event.at);
    case 'camera':
      if (event.seat === 'host' && !state.opened) throw new ProtocolError('WRONG_STATE');
      return withCamera(state, event.seat, event.camera);
    case 'offer':
      return withSeat(state, event.seat, { controlModes: event.modes });
    case 'hand':
      return withSeat(state, event.seat, { handRaised: event.raised });
    case 'record':
      return record(state, event.seat, event.wanted);
    case 'answer':
      return answer(state, event.seat, event.agreed, event.at);
    case 'ready':
      return ready(state, event.seat, event.at);
    case 'unready':
      return event.seat ? withSeat(state, event.seat, { ready: false }) : withoutMedia(state);
    case 'extendCode':
      return extendCode(state);
    case 'extend':
      return { ...state, endsAt: event.endsAt };
    case 'end': {
      const { status, reason, by, at } = event;
      const { host, guest } = state.seats;
      const seats = {
        host: host && { ...host, recording: OFF },
        guest: guest && { ...guest, recording: OFF },
      };
      return { ...state, status, endReason: reason, endedBy: by, endedAt: at, seats };
    }
  }
}

const OFF: SeatState['recording'] = { state: 'off' };

/** A seat whose holder has not sent anything yet. */
export function newSeat(holder: string): SeatState {
  const said = { camera: null, controlModes: [], handRaised: false, recording: OFF };
  return { holder, ...said, ready: false, droppedAt: null };
}

function join(state: RoomState, seat: SeatName, holder: string): RoomState {
  const taken = state.seats[seat];
  const owner = seat === 'host' ? state.hostKey : taken?.holder;
  if (owner === undefined) throw new ProtocolError('WRONG_STATE');
  if (owner !== holder) throw new ProtocolError('SEAT_TAKEN');
  // The page that recorded, or waited for an answer, is gone.
  const present: SeatState = {
    ...(taken ?? newSeat(holder)),
    recording: OFF,
    ready: false,
    droppedAt: null,
  };
  return { ...state, seats: { ...state.seats, [seat]: present } };
}

function rejoin(state: RoomState, seat: SeatName, holder: string, at: number): RoomState {
  const { host, guest } = state.seats;
  if (!isRejoinable(state.endReason) || !host || !guest || state.seats[seat]?.holder !== holder) {
    throw new ProtocolError('CHANNEL_ENDED');
  }
  // Cameras and control modes belong to the ended call: each side sends its own again.
  const away = ({ holder }: SeatState): SeatState => ({ ...newSeat(holder), droppedAt: at });
  const next: RoomState = {
    ...state,
    status: 'REQUESTED',
    endReason: null,
    endedBy: null,
    requestedAt: at,
    endedAt: null,
    seats: { host: away(host), guest: away(guest) },
  };
  return withSeat(next, seat, { droppedAt: null });
}

function request(state: RoomState, holder: string, camera: Camera, at: number): RoomState {
  const { host, guest } = state.seats;
  if (guest && guest.holder !== holder) throw new ProtocolError('SEAT_TAKEN');
  if (guest) return withSeat(state, 'guest', { camera });
  if (!state.opened || !host) throw new ProtocolError('WRONG_STATE');
  return {
    ...state,
    status: 'REQUESTED',
    requestedAt: at,
    seats: {
      // The grace period of an absent host starts when its guest enters.
      host: host.droppedAt === null ? host : { ...host, droppedAt: at },
      guest: { ...newSeat(holder), camera },
    },
  };
}

function drop(state: RoomState, seat: SeatName, at: number): RoomState {
  // The page that asked is gone. A running recording continues along with the media.
  const isAsking = state.seats[seat]?.recording.state === 'asked';
  return withSeat(state, seat, { droppedAt: at, ...(isAsking ? { recording: OFF } : {}) });
}

function record(state: RoomState, seat: SeatName, wanted: boolean): RoomState {
  if (!wanted) return withSeat(state, seat, { recording: OFF });
  const other = state.seats[seat === 'host' ? 'guest' : 'host'];
  if (other?.droppedAt !== null) throw new ProtocolError('WRONG_STATE');
  const isOff = state.seats[seat]?.recording.state === 'off';
  return isOff ? withSeat(state, seat, { recording: { state: 'asked' } }) : state;
}

function answer(state: RoomState, seat: SeatName, agreed: boolean, at: number): RoomState {
  const other = seat === 'host' ? 'guest' : 'host';
  if (!agreed) return withSeat(state, other, { recording: OFF });
  const now = state.seats[other]?.recording.state;
  if (now === 'on') return state;
  if (now !== 'asked') throw new ProtocolError('WRONG_STATE');
  return withSeat(state, other, { recording: { state: 'on', since: at } });
}

function ready(state: RoomState, seat: SeatName, at: number): RoomState {
  if (!isCall(state)) throw new ProtocolError('WRONG_STATE');
  const next = withSeat(state, seat, { ready: true });
  const both = next.seats.host?.ready && next.seats.guest?.ready;
  return both && next.status === 'REQUESTED'
    ? { ...next, status: 'STARTED', startedAt: next.startedAt ?? at }
    : next;
}

/** Whether the host can have the code work for longer. */
export function isExtendable({ status, expiresAt, longestExpiry }: RoomState): boolean {
  return status === 'CREATED' && longestExpiry !== null && expiresAt < longestExpiry;
}

function extendCode(state: RoomState): RoomState {
  const { expiresAt, longestExpiry } = state;
  if (longestExpiry === null || !isExtendable(state)) throw new ProtocolError('WRONG_STATE');
  return { ...state, expiresAt: Math.min(expiresAt + CODE_TTL_MS, longestExpiry) };
}

function withoutMedia(state: RoomState): RoomState {
  const { host, guest } = state.seats;
  const unready = (seat: SeatState | null) => seat && { ...seat, ready: false };
  return { ...state, seats: { host: unready(host), guest: unready(guest) } };
}

function withCamera(state: RoomState, seat: SeatName, camera: Camera): RoomState {
  const next = withSeat(state, seat, { camera });
  const { cameraType, quality } = camera;
  return seat === 'host' ? { ...next, opened: { cameraType, quality } } : next;
}

function withSeat(state: RoomState, seat: SeatName, change: Partial<SeatState>): RoomState {
  const taken = state.seats[seat];
  if (!taken) throw new ProtocolError('WRONG_STATE');
  return { ...state, seats: { ...state.seats, [seat]: { ...taken, ...change } } };
}

/** The next timeout of a room if nothing else happens before; null if there is none. */
export function deadline(state: RoomState, limits: Limits): { at: number; end: End } | null {
  if (isOver(state)) return null;
  if (!isCall(state)) {
    // A booked room stays open until its time is over; a requested call's room has to be entered earlier.
    const reason = state.expiresAt === state.endsAt ? 'time' : 'expired';
    return { at: state.expiresAt, end: { status: 'FINISHED', reason, by: null } };
  }
  const deadlines: { at: number; end: End }[] = [];
  if (state.status === 'REQUESTED' && state.requestedAt !== null) {
    const at = state.requestedAt + limits.connectTimeoutMs;
    deadlines.push({ at, end: { status: 'FAILED', reason: 'timeout', by: null } });
  }
  if (state.startedAt !== null) {
    const at = state.startedAt + limits.longestCallMs;
    deadlines.push({ at, end: { status: 'FINISHED', reason: 'limit', by: null } });
  }
  if (state.endsAt !== null)
    deadlines.push({ at: state.endsAt, end: { status: 'FINISHED', reason: 'time', by: null } });
  for (const by of ['host', 'guest'] as const) {
    const droppedAt = state.seats[by]?.droppedAt ?? null;
    if (droppedAt === null) continue;
    deadlines.push({ at: droppedAt + limits.seatGraceMs, end: { status: 'FINISHED', reason: 'lost', by } });
  }
  return deadlines.toSorted((a, b) => a.at - b.at)[0] ?? null;
}
