const WEEK_MS = 7 * 24 * 60 * 60_000;
/** 5 January 1970, the first Monday. */
const FIRST_MONDAY_MS = 4 * 24 * 60 * 60_000;

/** Weeks shown. */
export const WEEKS = 12;

type Earned = { at: Date; currency: string; earned: number };
/** Earnings per week, oldest first. */
export type Weeks = { currency: string; weeks: { monday: Date; earned: number }[] };

/** Sums earnings by UTC weeks, which start on Mondays. @param now ms since 1970 */
export function weeksOf(rows: readonly Earned[], now: number): Weeks[] {
  const weekOf = (at: number) => Math.floor((at - FIRST_MONDAY_MS) / WEEK_MS);
  const last = weekOf(now);
  const currencies = [...new Set(rows.filter(({ earned }) => earned > 0).map(({ currency }) => currency))];
  return currencies.toSorted().map((currency) => {
    const weeks = Array.from({ length: WEEKS }, (_, index) => {
      const week = last - WEEKS + 1 + index;
      const earned = rows
        .filter((row) => row.currency === currency && weekOf(row.at.getTime()) === week)
        .reduce((sum, row) => sum + row.earned, 0);
      return { monday: new Date(FIRST_MONDAY_MS + week * WEEK_MS), earned };
    });
    return { currency, weeks };
  });
}
