import { MEDIA_NODE_STALE_MS } from '#db/schema/index.ts';
import { SAMPLE_MS } from '#protocol/call-health.ts';
import {
  CALL_LONGEST_HOURS,
  CONNECT_TIMEOUT_MS,
  LOGIN_TIMEOUT_MS,
  REJOIN_MS,
  SEAT_GRACE_MS,
  SNAPSHOT_MIN_INTERVAL_MS,
  SOCKET_IDLE_MS,
} from '#protocol/limits.ts';

export const HOUR_MS = 3_600_000;

/** Limits of the media server; times in ms. Tests pass smaller ones. */
export type Limits = {
  seatGraceMs: number;
  connectTimeoutMs: number;
  loginTimeoutMs: number;
  socketIdleMs: number;
  /** Open sockets of this process: in total, and per network (IPv4 address or IPv6 /64). */
  sockets: number;
  socketsPerNetwork: number;
  /** Sockets of one person's pages that receive notifications. */
  socketsPerUser: number;
  /** Maximum duration of a call, unless the parameter sets another. */
  longestCallMs: number;
  snapshotIntervalMs: number;
  /** How long an ended room is kept: a late resume learns that it ended, and its host and guest can rejoin. */
  endedRoomMs: number;
  /** Interval at which metered time of paid calls is written; a crash loses at most this much. */
  meterWriteMs: number;
  /**
   * Interval of quality samples. A last sample is taken when a call ends, unless it would be shorter than
   * `leastSampleMs`.
   */
  sampleMs: number;
  leastSampleMs: number;
  /** Heartbeat interval of the node. */
  heartbeatMs: number;
};

export const defaultLimits: Limits = {
  seatGraceMs: SEAT_GRACE_MS,
  connectTimeoutMs: CONNECT_TIMEOUT_MS,
  loginTimeoutMs: LOGIN_TIMEOUT_MS,
  socketIdleMs: SOCKET_IDLE_MS,
  sockets: 10_000,
  // An office or a mobile carrier may share one address among many people.
  socketsPerNetwork: 200,
  socketsPerUser: 20,
  longestCallMs: CALL_LONGEST_HOURS * HOUR_MS,
  snapshotIntervalMs: SNAPSHOT_MIN_INTERVAL_MS,
  endedRoomMs: REJOIN_MS,
  meterWriteMs: 5_000,
  sampleMs: SAMPLE_MS,
  leastSampleMs: 1_000,
  heartbeatMs: MEDIA_NODE_STALE_MS / 3,
};
