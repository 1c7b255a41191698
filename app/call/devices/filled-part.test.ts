import { expect, test } from 'vitest';
import { filledPart } from './filled-part.ts';

test.each([
  // Tilt, with zero in the middle.
  [0, -90, 90, [0.5, 0.5]],
  [45, -90, 90, [0.5, 0.75]],
  [-90, -90, 90, [0, 0.5]],
  // A blend and a field of view, without negative values.
  [10, 0, 40, [0, 0.25]],
  [190, 180, 220, [0, 0.25]],
])('%d between %d and %d fills %o', (value, min, max, part) => {
  expect(filledPart(value, min, max)).toEqual(part);
});
