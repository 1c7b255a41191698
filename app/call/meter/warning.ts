/** Seconds before the end of a paid call at which its people are warned. */
const WARNINGS = [15, 60] as const;

/**
 * What is to be warned of now, in seconds; null: nothing.
 * @param beforeMs what was left when that was asked last
 */
export function warningAt(beforeMs: number, leftMs: number): (typeof WARNINGS)[number] | null {
  return WARNINGS.find((at) => leftMs <= at * 1000 && beforeMs > at * 1000) ?? null;
}
