import type { UplinkSample } from '../media/stats.ts';
import type { UplinkMeasure } from './measures.ts';

/** Number of estimates whose median counts, as estimates fluctuate. */
const LATEST = 5;
/** Number of samples over which a rate is computed. */
const SPAN = 4;
/** Loss above which congestion control considers a connection full: draft-ietf-rmcat-gcc-02, section 6. */
const FULL_LOSS = 0.1;
/** How far a filling queue raises round trips above the shortest one: more than a busy page or Wi-Fi does for long. */
const QUEUE_FACTOR = 1.5;
const QUEUE_MS = 50;

/**
 * What a connection carries, from samples taken while it was being filled. What has arrived counts. Where the browser
 * has lowered its estimate, the connection is full, and the latest estimates are what it carries for longer than a
 * moment. Without estimates, as in Firefox, it is full while packets are lost or round trips grow. Otherwise the
 * browser itself may have limited the sending: it begins at 0.3 Mbit/s and raises that slowly.
 * @param start the initial estimate, in bit/s, which says nothing about the connection
 * @returns null if nothing arrived
 */
export function uplinkOf(samples: readonly UplinkSample[], start: number): UplinkMeasure | null {
  const arrived = mostArrived(samples);
  if (arrived === null) return null;
  const estimates = samples.map(({ estimate }) => estimate).filter((estimate) => estimate !== null);
  const estimate = middle(estimates.slice(-LATEST));
  const roundTrip = middle(tripsOf(samples));
  const isFull = estimate === null ? isCongested(samples) : estimate < start;
  return { bitrate: isFull ? Math.min(arrived, estimate ?? arrived) : arrived, roundTrip, more: !isFull };
}

function tripsOf(samples: readonly UplinkSample[]): number[] {
  return samples.map(({ roundTrip }) => roundTrip).filter((trip) => trip !== null);
}

/** By the latest samples: a single one may be late for another reason. */
function isCongested(samples: readonly UplinkSample[]): boolean {
  const latest = samples.slice(-LATEST);
  const loss = middle(latest.map((sample) => sample.loss)) ?? 0;
  const trip = middle(tripsOf(latest)) ?? 0;
  const shortest = Math.min(...tripsOf(samples));
  return loss > FULL_LOSS || trip > shortest * QUEUE_FACTOR + QUEUE_MS;
}

function middle(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}

/** In bit/s; null if nothing arrived. */
function mostArrived(samples: readonly UplinkSample[]): number | null {
  const rates = samples.slice(SPAN).map((sample, index) => {
    const before = samples[index];
    if (!before || sample.at <= before.at) return 0;
    return (((sample.sentBytes - before.sentBytes) * 8000) / (sample.at - before.at)) * (1 - sample.loss);
  });
  const most = Math.max(0, ...rates);
  return most > 0 ? most : null;
}
