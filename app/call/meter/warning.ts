/** Seconds before the end of a paid call at which its people are warned. */
const WARNINGS = [15, 60] as const;

/**
 * The warning to give now, in seconds; null for none.
 * @param beforeMs time left at the last call of this function
 */
export function warningAt(beforeMs: number, leftMs: number): (typeof WARNINGS)[number] | null {
  return WARNINGS.find((at) => leftMs <= at * 1000 && beforeMs > at * 1000) ?? null;
}
