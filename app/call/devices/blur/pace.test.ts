import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

function addAll(pace: Pace, frames: number, ms: number): boolean[] {
  return Array.from({ length: frames }, () => pace.add(ms));
}

it('becomes slow once many frames have taken long, and fast again only when they are clearly faster', () => {
  const pace = new Pace();
  expect(addAll(pace, 29, 500)).not.toContain(true);
  expect(pace.add(500)).toBe(true);
  expect(pace.isSlow).toBe(true);
  expect(addAll(pace, 30, 90)).not.toContain(true);
  expect(pace.isSlow).toBe(true);
  expect(addAll(pace, 30, 40)).toContain(true);
  expect(pace.isSlow).toBe(false);
  expect(addAll(pace, 30, 90)).not.toContain(true);
});
