/**
 * Spreads what is charged over holds, in their order. What would be left for the last one and is too little to be charged
 * is filled up from the one before it; where that has too little itself, it is waived.
 * @param charge in the smallest unit, like the others
 * @param holds what each holds
 * @param least that can be charged of one hold
 * @returns what is charged of each: never more than it holds, nothing or `least` and more, and no more than `charge` in all
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
