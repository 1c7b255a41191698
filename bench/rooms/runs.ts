import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenRoom } from './contender.ts';
import type { Frame } from './film.ts';
import { type AnyFleet, Fleet, lossOf } from './fleet.ts';
import type { Result, Sample } from './report.ts';
import { type Parts, watch } from './usage.ts';

type Run = Omit<Result, 'name'>;

const SAMPLE_MS = 5_000;
/** Wait after opening rooms, which may disturb running ones. */
const SETTLE_MS = 3_000;
const MEASURE_MS = 10_000;
/** Highest acceptable share of lost packets. */
const MAX_LOSS = 0.001;
/** Factor by which the number of rooms grows at each step. */
const GROWTH = 1.2;

/**
 * Keeps a number of rooms for a time: they open during the first quarter of it, in the next two quarters a quarter of
 * them is replaced, and the last is undisturbed.
 */
export async function steadyRooms(
  openRoom: OpenRoom,
  film: readonly Frame[],
  { rooms, minutes }: { rooms: number; minutes: number },
  parts: () => Parts,
): Promise<Run> {
  const fleet = new Fleet(openRoom, film);
  const quarterMs = minutes * 15_000;
  const samples: Sample[] = [];
  const sampling = new AbortController();
  const sampled = sampleUntil(sampling.signal, fleet, parts, samples);
  try {
    await spread(rooms, quarterMs, () => fleet.open(1));
    await spread(Math.ceil(rooms / 4), 2 * quarterMs, async () => {
      await fleet.close(1);
      await fleet.open(1);
    });
    await sleep(quarterMs);
    return { samples, pictures: fleet.pictures, failures: fleet.failures };
  } finally {
    sampling.abort();
    await sampled;
    await fleet.stop();
  }
}

/** Opens more and more rooms until packets are lost or rooms fail. @param first initial number */
export async function mostRooms(fleet: AnyFleet, parts: () => Parts, first = 1): Promise<Run> {
  const samples: Sample[] = [];
  try {
    for (let wanted = first; ; wanted = Math.ceil(wanted * GROWTH)) {
      await fleet.open(wanted - fleet.size);
      await sleep(SETTLE_MS);
      let sample = await measure(fleet, parts, MEASURE_MS);
      // Measured again, as other work on the machine may have interfered.
      if (sample.loss > MAX_LOSS) sample = await measure(fleet, parts, MEASURE_MS);
      samples.push(sample);
      console.log(`${sample.rooms} rooms: ${(sample.loss * 100).toFixed(3)} % lost, ${evenness(sample)}`);
      if (sample.loss > MAX_LOSS || fleet.failures.length > 0) break;
    }
    return { samples, pictures: fleet.pictures, failures: fleet.failures };
  } finally {
    await fleet.stop();
  }
}

/** Minimum and maximum CPU use of a media worker. */
function evenness({ usage }: Sample): string {
  const each = usage[0]?.each ?? [];
  return `${usage[0]?.name}: ${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)} cores each`;
}

async function sampleUntil(
  signal: AbortSignal,
  fleet: Fleet,
  parts: () => Parts,
  samples: Sample[],
): Promise<void> {
  while (!signal.aborted) samples.push(await measure(fleet, parts, SAMPLE_MS, signal));
}

async function measure(
  fleet: AnyFleet,
  parts: () => Parts,
  ms: number,
  signal?: AbortSignal,
): Promise<Sample> {
  const startedAt = performance.now();
  const used = watch(parts());
  await fleet.traffic();
  await sleep(ms, undefined, { signal }).catch(() => {});
  const traffic = await fleet.traffic();
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    at: Date.now(),
    rooms: fleet.size,
    loss: lossOf(traffic),
    bitrate: (traffic.bytes * 8) / seconds,
    frameRate: fleet.size > 0 ? traffic.frames / seconds / fleet.size : 0,
    usage: used(),
  };
}

/** Runs a task `times` times, spread evenly over `ms`; later, if the task takes longer. */
async function spread(times: number, ms: number, task: () => Promise<void>): Promise<void> {
  const start = performance.now();
  for (let done = 0; done < times; done++) {
    await sleep(Math.max(0, start + (done * ms) / times - performance.now()));
    await task();
  }
  await sleep(Math.max(0, start + ms - performance.now()));
}
