import type { Channel, SeatState as PublicSeatState, SeatName } from '#protocol/channel.ts';
import type { CurrentMedia } from './current-media.ts';
import { isExtendable, type RoomState } from './room-state.ts';

/** State of a room as sent to both seats when it changes, without the durations that pass by themselves. */
export type Untimed = Omit<Channel, 'expiresInMs' | 'lastedMs' | 'recordedMs'> & Pick<RoomState, 'expiresAt'>;

type Around = {
  media: CurrentMedia;
  /** The host's; sent to the guest once they have entered. */
  place: Channel['place'];
  /** A guest has logged in and has no seat. */
  isVisited: boolean;
};

export function publicState(token: string, state: RoomState, { media, place, isVisited }: Around): Untimed {
  const { status, endReason, endedBy, expiresAt, endsAt, seats } = state;
  const seat = (name: SeatName): PublicSeatState | null => {
    const held = seats[name];
    if (!held) return null;
    const { camera, controlModes, handRaised, recording, droppedAt } = held;
    const said = { camera, controlModes: [...controlModes], handRaised, recording: recording.state };
    return { connected: droppedAt === null, ...said, ...media.stateOf(name) };
  };
  const [host, guest] = [seat('host'), seat('guest')];
  return {
    ...{ token, status, endReason, endedBy, expiresAt },
    reserved: endsAt !== null,
    extendable: isExtendable(state),
    visited: status === 'CREATED' && isVisited,
    watched: media.isWatched,
    place: guest && place,
    seats: { host, guest },
  };
}

/** Adds the durations that pass by themselves. @param now on the room's clock */
export function timed({ expiresAt, ...untimed }: Untimed, state: RoomState, now: number): Channel {
  const { startedAt, endedAt, seats } = state;
  const lastedMs = startedAt === null ? null : Math.max(0, (endedAt ?? now) - startedAt);
  const recorded = (seat: SeatName) => {
    const recording = seats[seat]?.recording;
    return recording?.state === 'on' ? Math.max(0, now - recording.since) : null;
  };
  const recordedMs = { host: recorded('host'), guest: recorded('guest') };
  return { ...untimed, expiresInMs: expiresAt - now, lastedMs, recordedMs };
}
