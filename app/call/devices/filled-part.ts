/**
 * The filled part of a slider: from zero, or from the end nearest to it, to the value. As fractions of the slider's
 * length, the smaller one first.
 */
export function filledPart(value: number, min: number, max: number): [number, number] {
  const at = (degrees: number) => (Math.min(max, Math.max(min, degrees)) - min) / (max - min);
  const [zero, there] = [at(0), at(value)];
  return [Math.min(zero, there), Math.max(zero, there)];
}
