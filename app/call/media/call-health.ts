import { type CallHealthReport, LIMITATIONS } from '#protocol/call-health.ts';
import type { readStats } from './stats.ts';

type Read = ReturnType<typeof readStats>;
/** The previous sample. `countedMs`: how much of an ongoing freeze has been reported already. */
export type CallHealthBefore = Read['sample'] & { countedMs: number };

/** Maximum time of one report, however long a hidden page slept. */
const MOST_MS = 60_000;

/**
 * The quality report of a call.
 * @param isDue a picture of the other camera ought to be visible all this time
 */
export function makeHealthReport(
  { stats, sample }: Read,
  before: CallHealthBefore | null,
  isDue: boolean,
): { report: CallHealthReport; before: CallHealthBefore } {
  const watchedMs = before && isDue ? Math.min(MOST_MS, Math.round(sample.at - before.at)) : 0;
  const stands = watchedMs > 0 && sample.decoded === before?.decoded;
  // Browsers count a freeze once it is over, including the time reported meanwhile.
  const grownMs = before ? Math.round(sample.frozenMs - before.frozenMs) - before.countedMs : 0;
  const frozenMs = stands ? watchedMs : Math.min(watchedMs, Math.max(0, grownMs));
  const { received, sent, roundTrip } = stats;
  const { width, height } = sent;
  return {
    report: {
      ...{ watchedMs, frozenMs },
      received: {
        width: received.width,
        height: received.height,
        framesPerSecond: received.framesPerSecond,
      },
      sent: {
        ...{ width, height, framesPerSecond: sent.framesPerSecond },
        limitation: LIMITATIONS.find((name) => name === sent.limitation) ?? null,
      },
      roundTripMs: roundTrip === null ? null : Math.round(roundTrip),
    },
    before: { ...sample, countedMs: stands ? (before?.countedMs ?? 0) + watchedMs : 0 },
  };
}
