import { expect, it } from 'vitest';
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
