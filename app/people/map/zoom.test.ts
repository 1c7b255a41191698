import { expect, it } from 'vitest';
import { mapZoom } from './zoom.ts';

it.each([
  [0, 15],
  [1000, 15],
  [1001, 14],
  [3000, 14],
  [3001, 13],
])('%d m: zoom level %d', (distance, zoom) => {
  expect(mapZoom(distance)).toBe(zoom);
});
