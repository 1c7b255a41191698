import { afterEach, expect, it, vi } from 'vitest';
import { shownIn, utcText } from './instants.ts';

const MADRID = 'Europe/Madrid';
afterEach(() => vi.unstubAllEnvs());

it.each([
  [MADRID, '2026-05-06T07:08:09', '2026-05-06T09:08:09'],
  [MADRID, '2026-12-31T23:30:00', '2027-01-01T00:30:00'],
  ['America/St_Johns', '2026-01-01T00:00:00', '2025-12-31T20:30:00'],
])('in %s, shows %s as %s, and sends it unchanged', (zone, utc, local) => {
  vi.stubEnv('TZ', zone);
  expect(shownIn(zone, utc)).toBe(local);
  expect(utcText(local, '')).toBe(utc);
  // Browsers omit the seconds if 0.
  expect(utcText(local.replace(/:00$/, ''), utc)).toBe(utc);
});

it('keeps an instant in an hour that occurs twice, unless another time is typed', () => {
  vi.stubEnv('TZ', MADRID);
  for (const utc of ['2026-10-25T00:30:00', '2026-10-25T01:30:00']) {
    expect(shownIn(MADRID, utc)).toBe('2026-10-25T02:30:00');
    expect(utcText('2026-10-25T02:30', utc)).toBe(utc);
    expect(utcText('2026-10-25T12:30', utc)).toBe('2026-10-25T11:30:00');
  }
});

it('uses UTC on the server, and sends invalid input unchanged', () => {
  vi.stubEnv('TZ', MADRID);
  expect(shownIn('UTC', '2026-05-06T07:08:09')).toBe('2026-05-06T07:08:09');
  expect(shownIn(MADRID, '')).toBe('');
  expect(shownIn(MADRID, 'tomorrow')).toBe('');
  expect(utcText('', '2026-05-06T07:08:09')).toBe('');
  expect(utcText('tomorrow', '')).toBe('tomorrow');
});
