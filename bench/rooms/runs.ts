import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenRoom } from './contender.ts';
import type { Frame } from './film.ts';
import { Fleet, lossOf } from './fleet.ts';
import type { Result, Sample } from './report.ts';
import { type Parts, watch } from './usage.ts';

type Run = Omit<Result, 'name'>;

const SAMPLE_MS = 5_000;
/** New rooms may disturb those that run, for so long. */
const SETTLE_MS = 3_000;
const MEASURE_MS = 10_000;
/** Of the packets: more is too much. */
const MAX_LOSS = 0.001;
/** By how much more rooms the next step has. */
const GROWTH = 1.2;

/**
 * So many rooms for so long: they come during the first quarter of the time, in the next two a quarter of them leave and others
 * come, the last is quiet.
 */
export async function steadyRooms(
  openRoom: OpenRoom,
  film: readonly Frame[],
  { rooms, minutes }: { rooms: number; minutes: number },
  parts: Parts,
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

/** More and more rooms, until packets get lost or rooms fail. */
export async function mostRooms(openRoom: OpenRoom, film: readonly Frame[], parts: Parts): Promise<Run> {
  const fleet = new Fleet(openRoom, film);
  const samples: Sample[] = [];
  try {
    for (let wanted = 1; ; wanted = Math.ceil(wanted * GROWTH)) {
      await fleet.open(wanted - fleet.size);
      await sleep(SETTLE_MS);
      const sample = await measure(fleet, parts, MEASURE_MS);
      samples.push(sample);
      console.log(`${sample.rooms} rooms: ${(sample.loss * 100).toFixed(3)} % lost`);
      if (sample.loss > MAX_LOSS || fleet.failures.length > 0) break;
    }
    return { samples, pictures: fleet.pictures, failures: fleet.failures };
  } finally {
    await fleet.stop();
  }
}

async function sampleUntil(
  signal: AbortSignal,
  fleet: Fleet,
  parts: Parts,
  samples: Sample[],
): Promise<void> {
  while (!signal.aborted) samples.push(await measure(fleet, parts, SAMPLE_MS, signal));
}

async function measure(fleet: Fleet, parts: Parts, ms: number, signal?: AbortSignal): Promise<Sample> {
  const startedAt = performance.now();
  const used = watch(parts);
  fleet.traffic();
  await sleep(ms, undefined, { signal }).catch(() => {});
  const traffic = fleet.traffic();
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

/** Does something so often, evenly over a time; later, if each takes longer. */
async function spread(times: number, ms: number, task: () => Promise<void>): Promise<void> {
  const start = performance.now();
  for (let done = 0; done < times; done++) {
    await sleep(Math.max(0, start + (done * ms) / times - performance.now()));
    await task();
  }
  await sleep(Math.max(0, start + ms - performance.now()));
}
