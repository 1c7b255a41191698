import { describe, expect, it } from 'vitest';
import chromium from './recorded-stats/chromium.json' with { type: 'json' };
import firefox from './recorded-stats/firefox.json' with { type: 'json' };
import safari from './recorded-stats/safari.json' with { type: 'json' };
import { carriedBytes, heardOnPath, readStats, readUplink, receivedBytes } from './stats.ts';

type Recorded = { id: string; type: string; kind?: string };

const report = (entries: readonly Recorded[]): RTCStatsReport =>
  new Map(entries.map((entry) => [entry.id, entry]));
const none = report([]);

/** Reports of Firefox before it had the type `transport`, and without the selected pair. */
const formerFirefox = {
  reports: firefox.reports.map(({ sent, received }) => ({ sent: former(sent), received: former(received) })),
};

function former(entries: readonly Recorded[]): Recorded[] {
  return entries
    .filter(({ type }) => type !== 'transport')
    .map((entry) => ({ ...entry, selected: undefined, currentRoundTripTime: undefined }));
}

type Both = { sent: readonly Recorded[]; received: readonly Recorded[] };

const seen = (browser: { reports: readonly Both[] }) => {
  const [first, last] = browser.reports;
  if (!first || !last) throw new Error('Two were recorded');
  return { first, last };
};

const EXPECTED = [
  {
    browser: 'Chromium',
    ...seen(chromium),
    size: { width: 640, height: 480, framesPerSecond: 20 },
    // Of picture and sound.
    arrived: [352850 + 17386, 599722 + 29571],
    carried: [6728, 9914],
    sentBytes: 599722,
    roundTrip: 0,
    uplink: { estimate: 3385066, roundTrip: 0.001465 * 1000, loss: 0 },
    limitation: 'none',
  },
  {
    browser: 'Firefox',
    ...seen(firefox),
    size: { width: 320, height: 240, framesPerSecond: 30 },
    arrived: [100131 + 48299, 165550 + 80499],
    carried: [8257, 12357],
    sentBytes: 166702,
    roundTrip: 0,
    uplink: { estimate: null, roundTrip: 1, loss: 0 },
    limitation: null,
  },
  {
    browser: 'Firefox before',
    ...seen(formerFirefox),
    size: { width: 320, height: 240, framesPerSecond: 30 },
    arrived: [100131 + 48299, 165550 + 80499],
    carried: [8257, 12357],
    sentBytes: 166702,
    roundTrip: 1,
    uplink: { estimate: null, roundTrip: 1, loss: 0 },
    limitation: null,
  },
  {
    browser: 'Safari',
    ...seen(safari),
    size: { width: 640, height: 480, framesPerSecond: 20 },
    arrived: [352850 + 17386, 599722 + 29571],
    carried: [6728, 9914],
    sentBytes: 599722,
    roundTrip: 0,
    uplink: { estimate: 3385066, roundTrip: 0.001465 * 1000, loss: 0 },
    limitation: 'none',
  },
];

describe.each(EXPECTED)('$browser', ({ first, last, size, arrived, carried, sentBytes, ...expected }) => {
  it('reads what is sent and what arrives', () => {
    const read = ({ sent, received }: Both, before: Parameters<typeof readStats>[1], now: number) =>
      readStats(
        {
          sent: report(sent),
          received: report(received),
          tracks: { detail: null, screen: null },
          mids: { detail: null, screen: null },
        },
        before,
        now,
      );
    const before = read(first, null, 0).sample;
    const { stats } = read(last, before, 4_000);
    expect(stats.received).toMatchObject({ ...size, codec: 'VP8', loss: 0 });
    expect(stats.sent).toMatchObject({ ...size, codec: 'VP8', loss: 0, limitation: expected.limitation });
    expect(stats.sent.bitrate).toBe((sentBytes - before.sentBytes) * 2);
    expect(stats.received.bitrate).toBeGreaterThan(100_000);
    expect(stats.roundTrip).toBe(expected.roundTrip);
  });

  it('reads that something arrives, and that the server is heard', () => {
    expect([first, last].map(({ received }) => receivedBytes(report(received)))).toEqual(arrived);
    expect([first, last].map(({ sent }) => carriedBytes(report(sent)))).toEqual(carried);
  });

  it('reads that the path in use is not dead', () => {
    for (const side of ['sent', 'received'] as const) {
      const before = heardOnPath(report(first[side]));
      expect(before).not.toBeNull();
      expect(heardOnPath(report(last[side]))).not.toBe(before);
      expect(heardOnPath(report(last[side]))).toBe(heardOnPath(report(last[side])));
    }
    expect(heardOnPath(none)).toBeNull();
  });

  it('reads what the upload carries', () => {
    const sample = readUplink(report(last.sent), 1_000);
    expect(sample).toEqual({ at: 1_000, sentBytes, ...expected.uplink });
  });
});

describe("Firefox, which reports neither a stream's track nor the encoded layers", () => {
  const of = (entries: readonly Recorded[] | undefined, screen: string | null) =>
    readStats(
      {
        sent: report(entries ?? []),
        received: none,
        tracks: { detail: null, screen: null },
        mids: { detail: null, screen },
      },
      null,
      0,
    );

  it('leaves out the screen', () => {
    expect(of(firefox.layers[1], '1').stats.sent.width).toBe(480);
    expect(of(firefox.layers[1], '0').stats.sent.width).toBe(400);
    expect(of(firefox.layers[1], '1').sample.sentBytes).toBe(235823);
  });

  it('shows the largest layer that is encoded', () => {
    const layers = (at: number) =>
      firefox.layers[at]?.map((entry) => (entry.rid === 'r1' ? { ...entry, bytesSent: 50_000 } : entry));
    expect(of(layers(0), '0').stats.sent.width).toBe(800);
    expect(of(layers(1), '0').stats.sent.width).toBe(400);
  });
});
