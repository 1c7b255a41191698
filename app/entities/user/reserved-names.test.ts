import { afterEach, expect, it } from 'vitest';
import { setSiteName } from '#app/i18n/site-name.ts';
import { isReserved } from './reserved-names.ts';

it.each([
  'admin',
  'ADMIN',
  'Ádmin',
  'admİn',
  'admın',
  'ａｄｍｉｎ',
  'ad.min',
  'admin_',
  'ſupport',
  // In Cyrillic letters.
  'һеӏр',
  'Ѕаӏеѕ',
  'root',
  'Panocall',
  'panocall-support',
  'My.Panocall',
])('%s is reserved', (name) => {
  expect(isReserved(name)).toBe(true);
});

it.each(['anna', 'administrated', 'Adminton', 'rooted', 'supporter', 'pano', '李', 'user'])(
  '%s is free',
  (name) => {
    expect(isReserved(name)).toBe(false);
  },
);

afterEach(() => setSiteName('Panocall'));

it.each([
  ['Far Away', ['far.away', 'FarAway-Support'], ['faraw', 'away']],
  // Shorter, so that it may be part of other names.
  ['Ana', ['ana', 'Áná'], ['anabel', 'susana']],
  // Without a slug of its own.
  ['全景', [], ['李', 'user']],
])('a site called %s reserves its own name', (site, reserved, free) => {
  setSiteName(site);
  for (const name of reserved) expect([name, isReserved(name)]).toEqual([name, true]);
  for (const name of free) expect([name, isReserved(name)]).toEqual([name, false]);
});
