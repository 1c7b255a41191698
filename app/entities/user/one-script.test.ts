import { expect, it } from 'vitest';
import { usesOneScript } from './one-script.ts';

it.each([
  ['admin', true],
  ['José_360', true],
  ['Владимир', true],
  ['Ελένη.1', true],
  ['山田taro', true],
  ['김민수', true],
  ['ⵣⵉⵔⵉ', true],
  ['42', true],
  // With a Cyrillic а, a Greek ο, an Armenian ս.
  ['аdmin', false],
  ['suppοrt', false],
  ['sսpport', false],
  ['Владимиρ', false],
])('%s: %s', (name, one) => {
  expect(usesOneScript(name)).toBe(one);
});
