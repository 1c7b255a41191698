import { expect, it, vi } from 'vitest';
import { timeIn } from '#app/i18n/moments.ts';
import { slotLabels } from './slot-labels.ts';

const MINUTE_MS = 60_000;

vi.mock(import('#app/i18n/moments.ts'), { spy: true });

it('labels times that occur twice with their offset', () => {
  // In Madrid clocks are set back from 3:00 to 2:00.
  const first = Date.parse('2026-10-24T23:30:00Z');
  const starts = [0, 30, 60, 90, 120].map((minutes) => first + minutes * MINUTE_MS);
  expect(slotLabels(starts, 'Europe/Madrid', 'en')).toEqual([
    '01:30',
    '02:00 GMT+2',
    '02:30 GMT+2',
    '02:00 GMT+1',
    '02:30 GMT+1',
  ]);
});

it('formats each time once, however many slots a day has', () => {
  const starts = Array.from({ length: 288 }, (_, nth) => Date.parse('2026-12-01') + nth * 5 * MINUTE_MS);
  vi.mocked(timeIn).mockClear();
  expect(new Set(slotLabels(starts, 'UTC', 'en')).size).toBe(starts.length);
  expect(timeIn).toHaveBeenCalledTimes(starts.length);
});
