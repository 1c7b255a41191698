import { expect, it } from 'vitest';
import { formatSeconds } from '#app/i18n/seconds.ts';

it.each([
  [0, '00:00'],
  [59, '00:59'],
  [245, '04:05'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [45_296, '12:34:56'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});
