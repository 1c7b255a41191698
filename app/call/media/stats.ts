import { z } from 'zod';
import { DETAILED } from '#app/sphere/detail/rectangle.ts';

/** Of each video that a side may send beside its camera's; null without one. */
type Beside = Record<'detail' | 'screen', string | null>;

/**
 * The browser's reports of both directions. The displayed statistics are about the cameras: screens are left out, and
 * while a part of the picture comes in full detail, the picture counts as having that.
 */
export type CallReports = {
  sent: RTCStatsReport;
  received: RTCStatsReport;
  /** Ids of received tracks. */
  tracks: Beside;
  /** Sections of what is sent, because Firefox does not report its tracks. */
  mids: Beside;
};

/** The statistics shown in the room; null where the browser does not report them. */
export type CallStats = {
  received: StreamStats;
  sent: StreamStats;
  /** Round trip to the media server, in ms. */
  roundTrip: number | null;
};

type Size = { width: number | null; height: number | null };

export type StreamStats = Size & {
  /** Of the whole sphere, while a part of it comes in full detail. */
  whole?: Size;
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
  /** Decoded frames, and how long the picture was frozen, which the browser counts once it continues. */
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
  /** In seconds: by RTCP (`remote-inbound-rtp`), and by ICE (`candidate-pair`). */
  roundTripTime: z.number().optional(),
  currentRoundTripTime: z.number().optional(),
  availableOutgoingBitrate: z.number().optional(),
  state: z.string().optional(),
  nominated: z.boolean().optional(),
  /** Firefox only. */
  selected: z.boolean().optional(),
  selectedCandidatePairId: z.string().optional(),
  responsesReceived: z.number().optional(),
  trackIdentifier: z.string().optional(),
  mid: z.string().optional(),
  /** Of a report by the remote end: the entry that it is about. */
  localId: z.string().optional(),
  /** Whether a layer is encoded. Not in Firefox. */
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

/** The candidate pair in use. Browsers may report several as nominated, and Firefox had no `transport` for long. */
function pathOf(entries: Entry[]): Entry | undefined {
  const pairs = entries.filter(({ type }) => type === 'candidate-pair');
  const used = entries.find(
    ({ selectedCandidatePairId }) => selectedCandidatePairId,
  )?.selectedCandidatePairId;
  return (
    pairs.find(({ id, selected }) => id === used || selected) ??
    pairs.find(({ nominated, state }) => nominated && state === 'succeeded')
  );
}

const inMs = (seconds: number | undefined) => (seconds === undefined ? null : seconds * 1000);

function videos(entries: Entry[], type: string): Entry[] {
  return entries.filter((entry) => entry.type === type && (entry.kind ?? 'video') === 'video');
}

/**
 * The video entry; if there are several, the one in use: mediasoup-client adds a silent stream for probing, and of
 * several layers the largest is shown.
 */
function find(entries: Entry[], type: string): Entry | undefined {
  // A layer that is off keeps its former counters.
  const isOff = ({ active, framesPerSecond }: Entry) =>
    type === 'outbound-rtp' && !(active ?? framesPerSecond !== 0);
  const used = (entry: Entry) => (isOff(entry) ? -1 : (entry.bytesReceived ?? entry.bytesSent ?? 0));
  return videos(entries, type).sort((a, b) => used(b) - used(a))[0];
}

/** The stream with which mediasoup probes the bandwidth; it carries nothing from the other side. */
const PROBATION_MID = 'probator';

/** Bytes of picture and sound that have arrived. */
export function receivedBytes(report: RTCStatsReport): number {
  return readEntries(report)
    .filter(({ type, mid }) => type === 'inbound-rtp' && mid !== PROBATION_MID)
    .reduce((sum, { bytesReceived = 0 }) => sum + bytesReceived, 0);
}

/** Bytes received on the path in use: on a send transport, the server's reception reports. */
export function carriedBytes(report: RTCStatsReport): number {
  return pathOf(readEntries(report))?.bytesReceived ?? 0;
}

/**
 * Fingerprint of received traffic; changes when packets arrive or the path changes. Null without a path, or if the
 * browser does not report one.
 */
export function heardOnPath(report: RTCStatsReport): string | null {
  const path = pathOf(readEntries(report));
  if (!path) return null;
  const { id, responsesReceived = 0, bytesReceived = 0 } = path;
  return `${id} ${responsesReceived} ${bytesReceived}`;
}

/** A sample of a transport that sends video as fast as it can. */
export type UplinkSample = {
  /** Time in ms. */
  at: number;
  /** The browser's bandwidth estimate, in bit/s; null if it reports none. */
  estimate: number | null;
  /** Round trip to the media server in ms, by RTCP: ICE measures it only every 2.5 s (Chromium) or 5 s (Firefox). */
  roundTrip: number | null;
  sentBytes: number;
  /** Packets lost as the server last reported, 0 to 1. */
  loss: number;
};

/** @param now ms, on the same clock each time */
export function readUplink(report: RTCStatsReport, now: number): UplinkSample {
  const entries = readEntries(report);
  const path = pathOf(entries);
  const reported = find(entries, 'remote-inbound-rtp');
  return {
    at: now,
    estimate: path?.availableOutgoingBitrate ?? null,
    roundTrip: inMs(reported?.roundTripTime ?? path?.currentRoundTripTime),
    sentBytes: videos(entries, 'outbound-rtp').reduce((sum, { bytesSent = 0 }) => sum + bytesSent, 0),
    loss: reported?.fractionLost ?? 0,
  };
}

/** Bit/s from two byte counts; null without a previous sample. */
const rate = (now: number, before: number | undefined, ms: number) =>
  before === undefined || ms <= 0 ? null : Math.max(0, ((now - before) * 8000) / ms);

/**
 * Parses the browser's reports.
 * @param before the previous sample; null the first time
 * @param now ms, on the same clock each time
 */
export function readStats(
  reports: CallReports,
  before: StatsSample | null,
  now: number,
): { stats: CallStats; sample: StatsSample } {
  const { tracks, mids } = reports;
  const isReceived = (what: keyof Beside, { trackIdentifier }: Entry) =>
    trackIdentifier !== undefined && trackIdentifier === tracks[what];
  const isSent = (what: keyof Beside, { mid }: Entry) => mid !== undefined && mid === mids[what];
  const allReceived = readEntries(reports.received).filter((entry) => !isReceived('screen', entry));
  const received = allReceived.filter((entry) => !isReceived('detail', entry));
  const allSent = readEntries(reports.sent).filter((entry) => !isSent('screen', entry));
  const sent = allSent.filter((entry) => !isSent('detail', entry));
  const inbound = find(received, 'inbound-rtp');
  const outbound = find(sent, 'outbound-rtp');
  const inDetail = allReceived.find(
    (entry) => isReceived('detail', entry) && isFlowing(entry, 'inbound-rtp'),
  );
  const outDetail = allSent.find((entry) => isSent('detail', entry) && isFlowing(entry, 'outbound-rtp'));
  const reported = sent.find(({ localId }) => localId !== undefined && localId === outbound?.id);
  const path = pathOf(received) ?? pathOf(sent);
  const ms = before ? now - before.at : 0;
  const sample: StatsSample = {
    at: now,
    receivedBytes: (inbound?.bytesReceived ?? 0) + (inDetail?.bytesReceived ?? 0),
    received: inbound?.packetsReceived ?? 0,
    lost: inbound?.packetsLost ?? 0,
    sentBytes: videos(allSent, 'outbound-rtp').reduce((sum, { bytesSent = 0 }) => sum + bytesSent, 0),
    decoded: inbound?.framesDecoded ?? 0,
    frozenMs: (inbound?.totalFreezesDuration ?? 0) * 1000,
  };
  const lost = before ? sample.lost - before.lost : 0;
  const arrived = before ? sample.received - before.received : 0;
  return {
    sample,
    stats: {
      roundTrip: inMs(path?.currentRoundTripTime ?? reported?.roundTripTime),
      received: {
        ...pictureOf(inbound, received),
        ...(inDetail && { ...DETAILED, whole: sizeOf(inbound) }),
        bitrate: inbound ? rate(sample.receivedBytes, before?.receivedBytes, ms) : null,
        loss: lost + arrived > 0 ? Math.max(0, lost / (lost + arrived)) : null,
      },
      sent: {
        ...pictureOf(outbound, sent),
        ...(outDetail && { ...DETAILED, whole: sizeOf(outbound) }),
        bitrate: outbound ? rate(sample.sentBytes, before?.sentBytes, ms) : null,
        loss: reported?.fractionLost ?? null,
      },
    },
  };
}

function isFlowing({ type, framesPerSecond = 0 }: Entry, expected: string): boolean {
  return type === expected && framesPerSecond > 0;
}

function sizeOf(stream: Entry | undefined): Size {
  return { width: stream?.frameWidth ?? null, height: stream?.frameHeight ?? null };
}

function pictureOf(stream: Entry | undefined, entries: Entry[]): Omit<StreamStats, 'bitrate' | 'loss'> {
  const codec = entries.find((entry) => entry.type === 'codec' && entry.id === stream?.codecId);
  return {
    ...sizeOf(stream),
    framesPerSecond: stream?.framesPerSecond ?? null,
    codec: codec?.mimeType?.replace(/^video\//, '') ?? null,
    limitation: stream?.qualityLimitationReason ?? null,
  };
}

export type ConnectionHealth = 'good' | 'fair' | 'poor';

/** Rates the connection by loss and round-trip time, with thresholds at which people notice in conversation. */
export function connectionHealth({ received, roundTrip }: CallStats): ConnectionHealth {
  const loss = received.loss ?? 0;
  const trip = roundTrip ?? 0;
  // ITU-T G.114: a one-way delay above 400 ms is unacceptable, above 150 ms noticeable.
  if (loss > 0.08 || trip > 800) return 'poor';
  return loss > 0.02 || trip > 300 ? 'fair' : 'good';
}
