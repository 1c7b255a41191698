import { expect, it } from 'vitest';
import { callHealthReportSchema } from '#protocol/call-health.ts';
import { type CallHealthBefore, makeHealthReport } from './call-health.ts';
import { readStats } from './stats.ts';

/** The browser's reports at successive times. */
function reported(...times: { at: number; decoded: number; frozenS: number; isDue?: boolean }[]) {
  let before: CallHealthBefore | null = null;
  return times.map(({ at, decoded, frozenS, isDue = true }) => {
    const inbound = {
      ...{ id: 'in', type: 'inbound-rtp', kind: 'video', frameWidth: 1920, frameHeight: 960 },
      ...{ framesDecoded: decoded, totalFreezesDuration: frozenS },
    };
    const outbound = { id: 'out', type: 'outbound-rtp', kind: 'video', qualityLimitationReason: 'cpu' };
    const of = (entry: { id: string }) => new Map([[entry.id, entry]]);
    const read = readStats(
      {
        received: of(inbound),
        sent: of(outbound),
        tracks: { detail: null, screen: null },
        mids: { detail: null, screen: null },
      },
      before,
      at,
    );
    const { report, before: next } = makeHealthReport(read, before, isDue);
    before = next;
    return callHealthReportSchema.parse(report);
  });
}

const told = (...times: Parameters<typeof reported>) =>
  reported(...times).map(({ watchedMs, frozenMs }) => [watchedMs, frozenMs]);

it('reports sizes and limits, and no watched time before the first report', () => {
  const [first] = reported({ at: 500, decoded: 5, frozenS: 3 });
  expect(first).toMatchObject({
    ...{ watchedMs: 0, frozenMs: 0 },
    received: { width: 1920, height: 960, framesPerSecond: null },
    sent: { width: null, limitation: 'cpu' },
  });
});

it('reports how long the picture froze, even before the browser counts it, and never twice', () => {
  expect(
    told(
      { at: 0, decoded: 1, frozenS: 0 },
      { at: 10_000, decoded: 300, frozenS: 0.5 },
      // Frozen: the browser counts it only when the picture continues.
      { at: 20_000, decoded: 300, frozenS: 0.5 },
      { at: 30_000, decoded: 300, frozenS: 0.5 },
      { at: 40_000, decoded: 400, frozenS: 0.5 + 23 },
      { at: 50_000, decoded: 700, frozenS: 0.5 + 23 },
    ),
  ).toEqual([
    [0, 0],
    [10_000, 500],
    [10_000, 10_000],
    [10_000, 10_000],
    [10_000, 3_000],
    [10_000, 0],
  ]);
});

it('reports no freeze while no picture is due, and at most a minute of it', () => {
  expect(
    told({ at: 0, decoded: 1, frozenS: 0 }, { at: 10_000, decoded: 1, frozenS: 0, isDue: false }),
  ).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(told({ at: 0, decoded: 1, frozenS: 0 }, { at: 900_000, decoded: 2, frozenS: 890 })[1]).toEqual([
    60_000, 60_000,
  ]);
});
