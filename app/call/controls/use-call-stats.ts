import { useEffect, useState } from 'react';
import type { PaintMeter } from '#app/sphere/paint/paint-meter.ts';
import type { PaintWay } from '#app/sphere/paint/paint-way.ts';
import { type CallStats, readStats, type StatsSample } from '../media/stats.ts';
import { currentCall } from '../state/call-store.ts';

const INTERVAL_MS = 1_000;

export type ShownStats = CallStats & { paintedPerSecond: number; way: PaintWay | null };

/** The call's statistics, updated every second while `on`; null before the first sample. */
export function useCallStats(meter: PaintMeter, on: boolean): ShownStats | null {
  const [shown, setShown] = useState<ShownStats | null>(null);
  useEffect(() => {
    if (!on) return;
    let sample: StatsSample | null = null;
    let painted = meter.painted;
    let paintedAt = performance.now();
    const measure = async () => {
      const reports = await currentCall()?.stats();
      if (!reports) return;
      const now = performance.now();
      const read = readStats(reports, sample, now);
      const paintedPerSecond = ((meter.painted - painted) * 1000) / Math.max(1, now - paintedAt);
      sample = read.sample;
      painted = meter.painted;
      paintedAt = now;
      setShown({ ...read.stats, paintedPerSecond, way: meter.way });
    };
    const timer = setInterval(() => void measure(), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [meter, on]);
  return shown;
}
