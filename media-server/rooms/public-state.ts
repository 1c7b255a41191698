import type { Channel, SeatState as PublicSeatState, SeatName } from '#protocol/channel.ts';
import type { CurrentMedia } from './current-media.ts';
import type { RoomState } from './room-state.ts';

/** State of a room as sent to both seats when it changes, without the durations that pass by themselves. */
export type Untimed = Omit<Channel, 'expiresInMs' | 'lastedMs' | 'recordedMs'>;

/** @param place of the host; sent to the guest once they have entered */
export function publicState(
  token: string,
  { status, endReason, endedBy, endsAt, seats }: RoomState,
  media: CurrentMedia,
  place: Channel['place'],
): Untimed {
  const seat = (name: SeatName): PublicSeatState | null => {
    const held = seats[name];
    if (!held) return null;
    const { camera, controlModes, handRaised, recording, droppedAt } = held;
    const said = { camera, controlModes: [...controlModes], handRaised, recording: recording.state };
    return { connected: droppedAt === null, ...said, ...media.stateOf(name) };
  };
  const [host, guest] = [seat('host'), seat('guest')];
  const reserved = endsAt !== null;
  return { token, status, endReason, endedBy, reserved, place: guest && place, seats: { host, guest } };
}

/** Adds the durations that pass by themselves. @param now on the room's clock */
export function timed(untimed: Untimed, state: RoomState, now: number): Channel {
  const { expiresAt, startedAt, endedAt, seats } = state;
  const lastedMs = startedAt === null ? null : Math.max(0, (endedAt ?? now) - startedAt);
  const recorded = (seat: SeatName) => {
    const recording = seats[seat]?.recording;
    return recording?.state === 'on' ? Math.max(0, now - recording.since) : null;
  };
  const recordedMs = { host: recorded('host'), guest: recorded('guest') };
  return { ...untimed, expiresInMs: expiresAt - now, lastedMs, recordedMs };
}
