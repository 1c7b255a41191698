import { expect, it } from 'vitest';
import { TIME_ZONES, timeZone } from './time-zone.ts';

it('can be chosen by the names that Firefox uses', () => {
  for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'America/Nuuk', 'America/Argentina/Buenos_Aires', 'UTC'])
    expect(TIME_ZONES).toContain(name);
  expect(TIME_ZONES).toEqual([...new Set(TIME_ZONES)]);
});

it('accepts every name that can be chosen, unchanged', () => {
  for (const name of TIME_ZONES) expect(timeZone.parse(name)).toBe(name);
});

it('stores an older name as the later one', () => {
  expect(timeZone.parse('Asia/Calcutta')).toBe('Asia/Kolkata');
  expect(timeZone.parse('europe/kiev')).toBe('Europe/Kyiv');
});

it.each(['Etc/Unknown', 'Etc/GMT-1', 'EST', 'Nowhere/Else', ''])('refuses %j', (name) => {
  expect(timeZone.safeParse(name).success).toBe(false);
});
