import type { UplinkSample } from '../media/stats.ts';
import type { UplinkMeasure } from './measures.ts';

/** The estimate goes up and down a little. */
const LATEST = 5;
/** Samples that a rate is taken over. */
const SPAN = 4;

/**
 * What a connection carries, from what was seen while it was filled. What has arrived counts. Where the browser has
 * lowered its estimate, the connection is full, and the latest estimates tell what it carries for longer than a moment.
 * @param start the estimate that it began with, in bit/s: of itself it says nothing
 * @returns null if nothing arrived
 */
export function uplinkOf(samples: readonly UplinkSample[], start: number): UplinkMeasure | null {
  const arrived = mostArrived(samples);
  if (arrived === null) return null;
  const estimates = samples.map(({ estimate }) => estimate).filter((estimate) => estimate !== null);
  const estimate = middle(estimates.slice(-LATEST));
  const roundTrip = middle(samples.map((sample) => sample.roundTrip).filter((trip) => trip !== null));
  const isFull = estimate === null || estimate < start;
  return { bitrate: isFull ? Math.min(arrived, estimate ?? arrived) : arrived, roundTrip, more: !isFull };
}

function middle(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}

/** In bit/s; null if nothing did. */
function mostArrived(samples: readonly UplinkSample[]): number | null {
  const rates = samples.slice(SPAN).map((sample, index) => {
    const before = samples[index];
    if (!before || sample.at <= before.at) return 0;
    return (((sample.sentBytes - before.sentBytes) * 8000) / (sample.at - before.at)) * (1 - sample.loss);
  });
  const most = Math.max(0, ...rates);
  return most > 0 ? most : null;
}
