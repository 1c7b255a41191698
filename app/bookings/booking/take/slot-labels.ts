import { timeIn, timeWithOffset } from '#app/i18n/moments.ts';
import type { Reader } from '#app/i18n/reader.ts';

/**
 * Labels of a day's slots, each time formatted once. Clocks set back show some times twice; those are labelled with
 * their offset.
 * @param starts ms since 1970
 */
export function slotLabels(starts: readonly number[], timeZone: string, reader: Reader): string[] {
  const times = starts.map((at) => timeIn(at, timeZone, reader));
  const counts = new Map<string, number>();
  for (const time of times) counts.set(time, (counts.get(time) ?? 0) + 1);
  return times.map((time, nth) =>
    (counts.get(time) ?? 0) > 1 ? timeWithOffset(starts[nth] ?? 0, timeZone, reader) : time,
  );
}
