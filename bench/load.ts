/** Throughput and latency under load. */
export type Load = {
  /** Runs per second. */
  rate: number;
  /** In ms. */
  p50: number;
  p99: number;
};

/** Runs work repeatedly for `ms`, with a fixed concurrency. A failure ends the benchmark. */
export async function underLoad(work: () => Promise<unknown>, atOnce: number, ms: number): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  const repeat = async () => {
    for (let from = performance.now(); from - start < ms; from = performance.now()) {
      await work();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  return loadOf(times, performance.now() - start);
}

/** @param times duration of each run, and `ms` of all of them, in ms */
export function loadOf(times: readonly number[], ms: number): Load {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { rate: (times.length * 1000) / ms, p50: quantile(0.5), p99: quantile(0.99) };
}

/** The median of several rounds, by rate. */
export function median<T extends Load>(rounds: readonly T[]): T {
  const sorted = rounds.toSorted((a, b) => a.rate - b.rate);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('no rounds');
  return middle;
}
