type Tick = { at: Date; ms: number; offeredMs: number; attendedMs: number; deliveredMs: number };

const KINDS = ['offered', 'attended', 'delivered'] as const;
export type Kind = (typeof KINDS)[number];
/**
 * A stretch of the strip: start and end as fractions of the whole, and for each kind the fraction of the stretch in
 * which it held.
 */
export type Stretch = { from: number; to: number } & Record<Kind, number>;

/** At most this many stretches, and none shorter than `LEAST_MS`, as ticks are no finer. */
const MOST = 120;
const LEAST_MS = 10_000;

/**
 * Converts counted ticks to a strip.
 * @param ticks by time; `at` is the end of each
 * @param span of the booking; null for the span of the ticks
 */
export function stripOf(ticks: readonly Tick[], span: { from: Date; to: Date } | null): Stretch[] {
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (!first || !last) return [];
  const from = span?.from.getTime() ?? first.at.getTime() - first.ms;
  const to = span?.to.getTime() ?? last.at.getTime();
  const length = Math.max(LEAST_MS, (to - from) / MOST);
  const stretches = Array.from({ length: Math.ceil((to - from) / length) }, (_, index) => ({
    from: (index * length) / (to - from),
    to: Math.min(1, ((index + 1) * length) / (to - from)),
    ...{ offered: 0, attended: 0, delivered: 0 },
  }));
  for (const tick of ticks) {
    const [begin, end] = [tick.at.getTime() - tick.ms - from, tick.at.getTime() - from];
    for (let index = Math.max(0, Math.floor(begin / length)); index * length < end; index++) {
      const stretch = stretches[index];
      if (!stretch) break;
      const share = (Math.min(end, (index + 1) * length) - Math.max(begin, index * length)) / tick.ms;
      for (const kind of KINDS) stretch[kind] += (share * tick[`${kind}Ms`]) / length;
    }
  }
  for (const stretch of stretches) for (const kind of KINDS) stretch[kind] = Math.min(1, stretch[kind]);
  return stretches;
}
