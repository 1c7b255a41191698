import { describe, expect, it } from 'vitest';
import { carriedBytes, connectionHealth, heardOnPath, readStats, receivedBytes } from './stats.ts';

const report = (...entries: { id: string; type: string; [counter: string]: unknown }[]): RTCStatsReport =>
  new Map(entries.map((entry) => [entry.id, entry]));

const inbound = (bytesReceived: number, packetsReceived: number, packetsLost: number) => ({
  id: 'in',
  type: 'inbound-rtp',
  kind: 'video',
  codecId: 'c',
  frameWidth: 1920,
  frameHeight: 960,
  framesPerSecond: 30,
  bytesReceived,
  packetsReceived,
  packetsLost,
});
const codec = { id: 'c', type: 'codec', mimeType: 'video/H264' };
const pair = {
  id: 'p',
  type: 'candidate-pair',
  nominated: true,
  state: 'succeeded',
  currentRoundTripTime: 0.042,
};
const outbound = {
  id: 'o',
  type: 'outbound-rtp',
  kind: 'video',
  bytesSent: 1000,
  qualityLimitationReason: 'cpu',
};

const beside = { tracks: { detail: null, screen: null }, mids: { detail: null, screen: null } };

describe('readStats', () => {
  it('reads the properties of the picture', () => {
    const { stats } = readStats(
      { received: report(inbound(0, 0, 0), codec, pair), sent: report(outbound), ...beside },
      null,
      0,
    );
    expect(stats.received).toMatchObject({ width: 1920, height: 960, framesPerSecond: 30, codec: 'H264' });
    expect(stats.roundTrip).toBe(42);
    expect(stats.sent.limitation).toBe('cpu');
    expect(stats.received.bitrate).toBeNull();
  });

  it('leaves out a shared screen, even if it has the larger part', () => {
    const shared = { ...inbound(9_000, 90, 0), id: 'shared', frameWidth: 800, trackIdentifier: 'theirs' };
    const sharing = { ...outbound, id: 'x', bytesSent: 9_000, mid: '2', frameWidth: 800 };
    const { stats, sample } = readStats(
      {
        received: report(inbound(1_000, 10, 0), shared),
        sent: report({ ...outbound, mid: '0', frameWidth: 1280 }, sharing),
        tracks: { detail: null, screen: 'theirs' },
        mids: { detail: null, screen: '2' },
      },
      null,
      0,
    );
    expect([stats.received.width, stats.sent.width]).toEqual([1920, 1280]);
    expect(sample).toMatchObject({ receivedBytes: 1_000, sentBytes: 1_000 });
  });

  it('counts a part in full detail, while it arrives, as the detail of the picture', () => {
    const part = { ...inbound(5_000, 90, 0), id: 'part', frameWidth: 1280, trackIdentifier: 'part' };
    const sentPart = {
      ...outbound,
      id: 'x',
      bytesSent: 8_000,
      mid: '2',
      frameWidth: 1280,
      framesPerSecond: 30,
    };
    const read = (received: Parameters<typeof report>[0], sent: Parameters<typeof report>[0]) =>
      readStats(
        {
          received: report(inbound(1_000, 10, 0), received),
          sent: report({ ...outbound, mid: '0', frameWidth: 960 }, sent),
          tracks: { detail: 'part', screen: null },
          mids: { detail: '2', screen: null },
        },
        null,
        0,
      );
    const { stats, sample } = read(part, sentPart);
    expect([stats.received.width, stats.sent.width]).toEqual([3840, 3840]);
    expect([stats.received.whole?.width, stats.sent.whole?.width]).toEqual([1920, 960]);
    expect(sample).toMatchObject({ receivedBytes: 6_000, sentBytes: 9_000 });
    const resting = read({ ...part, framesPerSecond: 0 }, { ...sentPart, framesPerSecond: 0 });
    expect([resting.stats.received.width, resting.stats.sent.width]).toEqual([1920, 960]);
    expect(resting.stats.received).not.toHaveProperty('whole');
  });

  it('computes rates from two samples', () => {
    const first = readStats(
      { received: report(inbound(1000, 10, 0)), sent: report(outbound), ...beside },
      null,
      0,
    );
    const { stats } = readStats(
      {
        received: report(inbound(501_000, 100, 10)),
        sent: report({ ...outbound, bytesSent: 3000 }),
        ...beside,
      },
      first.sample,
      2000,
    );
    expect(stats.received.bitrate).toBe(2_000_000);
    expect(stats.received.loss).toBeCloseTo(0.1);
    expect(stats.sent.bitrate).toBe(8000);
  });

  it('reads the largest layer that is encoded, and the bitrate of all', () => {
    const layers = (whole: object) =>
      report(
        { ...outbound, id: 'half', frameWidth: 1920, frameHeight: 960, active: true },
        { ...outbound, id: 'whole', frameWidth: 3840, frameHeight: 1920, bytesSent: 4000, ...whole },
      );
    const first = readStats({ received: report(), sent: layers({ active: true }), ...beside }, null, 0);
    expect(first.stats.sent.width).toBe(3840);
    const sent = layers({ active: false, bytesSent: 5000 });
    const { stats } = readStats({ received: report(), sent, ...beside }, first.sample, 1000);
    expect(stats.sent).toMatchObject({ width: 1920, bitrate: 8000 });
  });

  it('returns null without a stream', () => {
    const { stats } = readStats({ received: report(), sent: report(), ...beside }, null, 0);
    expect(stats.received).toEqual({
      width: null,
      height: null,
      framesPerSecond: null,
      codec: null,
      limitation: null,
      bitrate: null,
      loss: null,
    });
  });
});

it('counts the arriving bytes of picture and sound, and on the path in use', () => {
  const sound = { id: 's', type: 'inbound-rtp', kind: 'audio', bytesReceived: 100 };
  const both = report(inbound(1000, 0, 0), sound, { ...pair, bytesReceived: 2000 });
  expect(receivedBytes(both)).toBe(1100);
  const probation = {
    id: 'probation',
    type: 'inbound-rtp',
    kind: 'video',
    mid: 'probator',
    bytesReceived: 24_000,
  };
  expect(receivedBytes(new Map([...both, ['probation', probation]]))).toBe(1100);
  expect(carriedBytes(both)).toBe(2000);
});

describe('connectionQuality', () => {
  const { stats } = readStats({ received: report(), sent: report(), ...beside }, null, 0);
  const graded = (loss: number, roundTrip: number) => ({
    ...stats,
    roundTrip,
    received: { ...stats.received, loss },
  });

  it('grades loss and delay', () => {
    expect(connectionHealth(graded(0, 40))).toBe('good');
    expect(connectionHealth(graded(0.03, 40))).toBe('fair');
    expect(connectionHealth(graded(0, 400))).toBe('fair');
    expect(connectionHealth(graded(0.1, 40))).toBe('poor');
    expect(connectionHealth(graded(0, 900))).toBe('poor');
  });
});

it('the fingerprint of received traffic changes with traffic and with the path', () => {
  const transport = (selectedCandidatePairId: string) => ({
    id: 't',
    type: 'transport',
    selectedCandidatePairId,
  });
  const udp = { id: 'udp', type: 'candidate-pair', responsesReceived: 3, bytesReceived: 1000 };
  const tcp = { id: 'tcp', type: 'candidate-pair', responsesReceived: 3, bytesReceived: 1000 };
  const before = heardOnPath(report(transport('udp'), udp, tcp));
  expect(heardOnPath(report(transport('udp'), udp, { ...tcp, responsesReceived: 9 }))).toBe(before);
  expect(heardOnPath(report(transport('udp'), { ...udp, responsesReceived: 4 }, tcp))).not.toBe(before);
  expect(heardOnPath(report(transport('udp'), { ...udp, bytesReceived: 1001 }, tcp))).not.toBe(before);
  expect(heardOnPath(report(transport('tcp'), udp, tcp))).not.toBe(before);
  expect(heardOnPath(report({ id: 't', type: 'transport' }, udp))).toBeNull();
});
