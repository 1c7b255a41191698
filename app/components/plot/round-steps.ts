/** Decades from the smallest step: up to a billion steps of the smallest. */
const DECADES = 10;

/** Distances between labels of an axis: 1, 2 and 5 times powers of ten, none less than `least`, ascending. */
export function roundSteps(least: number): number[] {
  const first = Math.floor(Math.log10(least));
  const powers = Array.from({ length: DECADES }, (_, index) => 10 ** (first + index));
  // Not less but for rounding.
  return powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((step) => step > least * 0.999);
}
