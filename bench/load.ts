/** What a server or a driver did under load. */
export type Load = {
  /** A second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
};

/** Does something again and again, so many at once, for some time. A failure ends the benchmark. */
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

/** @param times how long each one took, and `ms` all of them, in milliseconds */
export function loadOf(times: readonly number[], ms: number): Load {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { rate: (times.length * 1000) / ms, p50: quantile(0.5), p99: quantile(0.99) };
}

/** The middle one of several rounds, by rate. */
export function median(rounds: readonly Load[]): Load {
  const sorted = rounds.toSorted((a, b) => a.rate - b.rate);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('no rounds');
  return middle;
}
