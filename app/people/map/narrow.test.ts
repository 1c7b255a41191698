import fc from 'fast-check';
import { expect, it } from 'vitest';
import { narrowest } from './narrow.ts';

const moved = (longitudes: number[]) => longitudes.map(narrowest(longitudes));
const widthOf = (longitudes: number[]) => Math.max(...longitudes) - Math.min(...longitudes);

it.each([
  [
    [179, -179],
    [179, 181],
  ],
  [
    [-3.7, 2.2],
    [-3.7, 2.2],
  ],
  [
    [-170, 150, 175],
    [190, 150, 175],
  ],
  [
    [-180, 180],
    [180, 180],
  ],
  [[12], [12]],
  [[], []],
])('%j are shown at %j', (longitudes, shown) => {
  expect(moved(longitudes)).toEqual(shown);
});

it('shows the narrower side of any places, each where it is', () => {
  const places = fc.array(fc.integer({ min: -1_800, max: 1_800 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(places, (tenths) => {
      const longitudes = tenths.map((tenth) => tenth / 10);
      const shown = moved(longitudes);
      for (const [nth, longitude] of shown.entries())
        expect(Math.abs((longitude - (longitudes[nth] ?? 0)) % 360)).toBe(0);
      // No strip that begins at one of them is narrower.
      const widths = longitudes.map((start) =>
        widthOf(longitudes.map((longitude) => (longitude < start ? longitude + 360 : longitude))),
      );
      expect(widthOf(shown)).toBeCloseTo(Math.min(...widths), 6);
    }),
    { numRuns: 2_000 },
  );
});
