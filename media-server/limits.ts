import { MEDIA_NODE_STALE_MS } from '#db/schema/index.ts';
import { CONNECT_TIMEOUT_MS, LOGIN_TIMEOUT_MS, SEAT_GRACE_MS, SOCKET_IDLE_MS } from '#protocol/limits.ts';

/** The times that the media server keeps, in milliseconds. Tests pass shorter ones. */
export type Limits = {
  seatGraceMs: number;
  connectTimeoutMs: number;
  loginTimeoutMs: number;
  socketIdleMs: number;
  /** An ended room is remembered this long, so that a late resume hears that it ended. */
  endedRoomMs: number;
  /** How often the node writes that it is up. */
  heartbeatMs: number;
};

export const defaultLimits: Limits = {
  seatGraceMs: SEAT_GRACE_MS,
  connectTimeoutMs: CONNECT_TIMEOUT_MS,
  loginTimeoutMs: LOGIN_TIMEOUT_MS,
  socketIdleMs: SOCKET_IDLE_MS,
  endedRoomMs: 60_000,
  heartbeatMs: MEDIA_NODE_STALE_MS / 3,
};
