import { z } from 'zod';

/**
 * The browser's reports of both directions.
 * @property screens ids of tracks that are left out: what is shown is about the cameras
 */
export type CallReports = { sent: RTCStatsReport; received: RTCStatsReport; screens: readonly string[] };

/** The statistics shown in the room; null where the browser does not report them. */
export type CallStats = {
  received: StreamStats;
  sent: StreamStats;
  /** Milliseconds to the media server and back. */
  roundTrip: number | null;
};

export type StreamStats = {
  width: number | null;
  height: number | null;
  framesPerSecond: number | null;
  /** Video bitrate in bit/s since the previous sample. */
  bitrate: number | null;
  /** Packet loss since the previous sample, 0 to 1. */
  loss: number | null;
  codec: string | null;
  /** Why the encoder sends less than it should: `none`, `cpu`, `bandwidth`, `other`. */
  limitation: string | null;
};

/** Counters from which rates are computed. */
export type StatsSample = {
  at: number;
  receivedBytes: number;
  received: number;
  lost: number;
  sentBytes: number;
  /** Frames, and for how long the picture has stood still, which the browser counts once it goes on. */
  decoded: number;
  frozenMs: number;
};

// Names: https://www.w3.org/TR/webrtc-stats/
const entrySchema = z.object({
  id: z.string(),
  type: z.string(),
  kind: z.string().optional(),
  codecId: z.string().optional(),
  mimeType: z.string().optional(),
  frameWidth: z.number().optional(),
  frameHeight: z.number().optional(),
  framesPerSecond: z.number().optional(),
  framesDecoded: z.number().optional(),
  totalFreezesDuration: z.number().optional(),
  bytesReceived: z.number().optional(),
  bytesSent: z.number().optional(),
  packetsReceived: z.number().optional(),
  packetsLost: z.number().optional(),
  fractionLost: z.number().optional(),
  qualityLimitationReason: z.string().optional(),
  currentRoundTripTime: z.number().optional(),
  availableOutgoingBitrate: z.number().optional(),
  nominated: z.boolean().optional(),
  selectedCandidatePairId: z.string().optional(),
  responsesReceived: z.number().optional(),
  trackIdentifier: z.string().optional(),
  /** Of what is sent: the entry that has its `trackIdentifier`. */
  mediaSourceId: z.string().optional(),
  /** Of a layer: it is encoded. */
  active: z.boolean().optional(),
});

type Entry = z.infer<typeof entrySchema>;

function readEntries(report: RTCStatsReport): Entry[] {
  const entries: Entry[] = [];
  for (const value of report.values()) {
    const entry = entrySchema.safeParse(value);
    if (entry.success) entries.push(entry.data);
  }
  return entries;
}

function without(screens: readonly string[], entries: Entry[]): Entry[] {
  const trackOf = ({ trackIdentifier, mediaSourceId }: Entry) =>
    trackIdentifier ?? entries.find(({ id }) => id === mediaSourceId)?.trackIdentifier ?? '';
  return entries.filter((entry) => !screens.includes(trackOf(entry)));
}

function videos(entries: Entry[], type: string): Entry[] {
  return entries.filter((entry) => entry.type === type && (entry.kind ?? 'video') === 'video');
}

/**
 * The video entry; if there are several, the one that is used: mediasoup-client adds a silent stream for probing, and of
 * several layers the largest is shown.
 */
function find(entries: Entry[], type: string): Entry | undefined {
  const used = ({ active, bytesReceived, bytesSent }: Entry) =>
    active === false ? -1 : (bytesReceived ?? bytesSent ?? 0);
  return videos(entries, type).sort((a, b) => used(b) - used(a))[0];
}

function bytesOf(report: RTCStatsReport, wanted: string): number {
  return readEntries(report).reduce(
    (sum, { type, bytesReceived = 0 }) => (type === wanted ? sum + bytesReceived : sum),
    0,
  );
}

/** Bytes of picture and sound that have arrived. */
export function receivedBytes(report: RTCStatsReport): number {
  return bytesOf(report, 'inbound-rtp');
}

/** Bytes that a transport has received in all: of one that sends, the server's reports of what arrives there. */
export function carriedBytes(report: RTCStatsReport): number {
  return bytesOf(report, 'transport');
}

/**
 * What has come on the path in use, which is another text whenever something has, or the path is another; null while there
 * is none, or the browser does not tell.
 */
export function heardOnPath(report: RTCStatsReport): string | null {
  const entries = readEntries(report);
  const selected = entries.find(({ selectedCandidatePairId }) => selectedCandidatePairId);
  const pair = entries.find(({ id }) => id === selected?.selectedCandidatePairId);
  if (!pair) return null;
  const { id, responsesReceived = 0, bytesReceived = 0 } = pair;
  return `${id} ${responsesReceived} ${bytesReceived}`;
}

/** What is seen of a transport while it sends video as fast as it can. */
export type UplinkSample = {
  /** Milliseconds. */
  at: number;
  /** The browser's estimate of what there is room for, in bit/s; null where it does not tell. */
  estimate: number | null;
  /** Milliseconds to the media server and back. */
  roundTrip: number | null;
  sentBytes: number;
  /** Packets lost as the server last reported, 0 to 1. */
  loss: number;
};

/** @param now milliseconds, of the same clock each time */
export function readUplink(report: RTCStatsReport, now: number): UplinkSample {
  const entries = readEntries(report);
  const pair = entries.find(({ type, nominated }) => type === 'candidate-pair' && nominated);
  const trip = pair?.currentRoundTripTime;
  return {
    at: now,
    estimate: pair?.availableOutgoingBitrate ?? null,
    roundTrip: trip === undefined ? null : trip * 1000,
    sentBytes: videos(entries, 'outbound-rtp').reduce((sum, { bytesSent = 0 }) => sum + bytesSent, 0),
    loss: find(entries, 'remote-inbound-rtp')?.fractionLost ?? 0,
  };
}

/** Bit/s from two byte counts; null without a previous sample. */
const rate = (now: number, before: number | undefined, ms: number) =>
  before === undefined || ms <= 0 ? null : Math.max(0, ((now - before) * 8000) / ms);

/**
 * Parses the browser's reports.
 * @param before the previous sample; null the first time
 * @param now milliseconds, of the same clock each time
 */
export function readStats(
  reports: CallReports,
  before: StatsSample | null,
  now: number,
): { stats: CallStats; sample: StatsSample } {
  const received = without(reports.screens, readEntries(reports.received));
  const sent = without(reports.screens, readEntries(reports.sent));
  const inbound = find(received, 'inbound-rtp');
  const outbound = find(sent, 'outbound-rtp');
  const remoteInbound = find(sent, 'remote-inbound-rtp');
  const pair = [...received, ...sent].find((entry) => entry.type === 'candidate-pair' && entry.nominated);
  const ms = before ? now - before.at : 0;
  const sample: StatsSample = {
    at: now,
    receivedBytes: inbound?.bytesReceived ?? 0,
    received: inbound?.packetsReceived ?? 0,
    lost: inbound?.packetsLost ?? 0,
    sentBytes: videos(sent, 'outbound-rtp').reduce((sum, { bytesSent = 0 }) => sum + bytesSent, 0),
    decoded: inbound?.framesDecoded ?? 0,
    frozenMs: (inbound?.totalFreezesDuration ?? 0) * 1000,
  };
  const lost = before ? sample.lost - before.lost : 0;
  const arrived = before ? sample.received - before.received : 0;
  return {
    sample,
    stats: {
      roundTrip: pair?.currentRoundTripTime === undefined ? null : pair.currentRoundTripTime * 1000,
      received: {
        ...pictureOf(inbound, received),
        bitrate: inbound ? rate(sample.receivedBytes, before?.receivedBytes, ms) : null,
        loss: lost + arrived > 0 ? Math.max(0, lost / (lost + arrived)) : null,
      },
      sent: {
        ...pictureOf(outbound, sent),
        bitrate: outbound ? rate(sample.sentBytes, before?.sentBytes, ms) : null,
        loss: remoteInbound?.fractionLost ?? null,
      },
    },
  };
}

function pictureOf(stream: Entry | undefined, entries: Entry[]): Omit<StreamStats, 'bitrate' | 'loss'> {
  const codec = entries.find((entry) => entry.type === 'codec' && entry.id === stream?.codecId);
  return {
    width: stream?.frameWidth ?? null,
    height: stream?.frameHeight ?? null,
    framesPerSecond: stream?.framesPerSecond ?? null,
    codec: codec?.mimeType?.replace(/^video\//, '') ?? null,
    limitation: stream?.qualityLimitationReason ?? null,
  };
}

export type ConnectionQuality = 'good' | 'fair' | 'poor';

/** Rates the connection by loss and round-trip time, with thresholds at which people notice in conversation. */
export function connectionQuality({ received, roundTrip }: CallStats): ConnectionQuality {
  const loss = received.loss ?? 0;
  const trip = roundTrip ?? 0;
  // ITU-T G.114: a one-way delay above 400 ms is unacceptable, above 150 ms noticeable.
  if (loss > 0.08 || trip > 800) return 'poor';
  return loss > 0.02 || trip > 300 ? 'fair' : 'good';
}
