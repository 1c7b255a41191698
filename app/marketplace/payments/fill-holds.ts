/**
 * Distributes a charge over holds, in their order. If the rest for the last hold is below the minimum charge, it is
 * topped up from the hold before; if that one has too little itself, the rest is waived.
 * @param charge in the smallest unit, as are the other amounts
 * @param holds the amount of each hold
 * @param least the minimum charge of one hold
 * @returns the amount to capture of each hold: 0 or at least `least`, at most the hold, in total at most `charge`
 */
export function fillHolds(charge: number, holds: readonly number[], least: number): number[] {
  let left = charge;
  const filled = holds.map((held) => {
    const part = Math.min(left, held);
    left -= part;
    return part;
  });
  const last = filled.findLastIndex((part) => part > 0);
  const [before = 0, rest = 0] = [filled[last - 1], filled[last]];
  if (rest === 0 || rest >= least) return filled;
  const isEnough = before - (least - rest) >= least;
  filled[last] = isEnough ? least : 0;
  if (isEnough) filled[last - 1] = before - (least - rest);
  return filled;
}
