import { MEDIA_NODE_STALE_MS } from '#db/schema/index.ts';
import { CONNECT_TIMEOUT_MS, LOGIN_TIMEOUT_MS, SEAT_GRACE_MS, SOCKET_IDLE_MS } from '#protocol/limits.ts';

/** The media server's timeouts, in milliseconds. Tests pass shorter ones. */
export type Limits = {
  seatGraceMs: number;
  connectTimeoutMs: number;
  loginTimeoutMs: number;
  socketIdleMs: number;
  /** An ended room is kept this long, so that a late resume learns that it ended. */
  endedRoomMs: number;
  /** Heartbeat interval of the node. */
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
