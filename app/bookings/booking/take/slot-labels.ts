import type { Language } from '#app/i18n/languages.ts';
import { timeIn, timeWithOffset } from '#app/i18n/moments.ts';

/**
 * Labels of a day's slots, each time formatted once. Clocks set back show some times twice; those are labelled with
 * their offset.
 * @param starts ms since 1970
 */
export function slotLabels(starts: readonly number[], timeZone: string, language: Language): string[] {
  const times = starts.map((at) => timeIn(at, timeZone, language));
  const counts = new Map<string, number>();
  for (const time of times) counts.set(time, (counts.get(time) ?? 0) + 1);
  return times.map((time, nth) =>
    (counts.get(time) ?? 0) > 1 ? timeWithOffset(starts[nth] ?? 0, timeZone, language) : time,
  );
}
