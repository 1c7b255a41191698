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

/** The media server's limits; times in milliseconds. Tests pass smaller ones. */
export type Limits = {
  seatGraceMs: number;
  connectTimeoutMs: number;
  loginTimeoutMs: number;
  socketIdleMs: number;
  /** Sockets of this process, in all and by network (IPv4 address or IPv6 /64). */
  sockets: number;
  socketsPerNetwork: number;
  /** Pages of one person that hear of their notifications. */
  socketsPerUser: number;
  /** The longest life of a call, unless the parameter sets another. */
  longestCallMs: number;
  snapshotIntervalMs: number;
  /** An ended room is kept this long: a late resume learns that it ended, and its people can go on with the call. */
  endedRoomMs: number;
  /** What is counted of paid calls is written this often: what a crash may lose. */
  meterWriteMs: number;
  /** How well calls go is measured this often, and once more when they end, unless less than the second has passed since. */
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
  // An office or a mobile carrier may have one address for many people.
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
