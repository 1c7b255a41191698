import { expect, it } from 'vitest';
import { username } from './schema.ts';

it.each(['हिन्दी', 'தமிழ்', 'বাংলা', 'นิดา', 'José_360', 'Владимир', '山田taro', 'مُحَمَّد', '42'])(
  '%s is a username',
  (name) => {
    expect(username.parse(name)).toBe(name.normalize('NFKC'));
  },
);

it.each([
  ['an accent typed on its own', 'José', 'José'],
  ['mathematical letters', '𝐚𝐧𝐧𝐚', 'anna'],
  ['full-width letters', 'ａｎｎａ', 'anna'],
  ['a ligature', 'ﬁona', 'fiona'],
])('stores %s as the ordinary name', (_what, name, stored) => {
  expect(username.parse(name)).toBe(stored);
});

it.each([
  ['a mark alone', '\u0301anna'],
  ['marks that no language stacks', 'an\u0323\u0323na'],
  ['five marks', 'a\u0323\u0324\u0325\u0326\u0327nna'],
  ['a mark of another script', 'annaि'],
  ['a full-width letter among Cyrillic ones', 'Владимиｒ'],
  ['an invisible character', 'an\u200Bna'],
  ['a change of direction', 'an\u202Ena'],
  ['more than 40 characters in the ordinary form', 'ﷺﷺﷺ'],
])('refuses %s', (_what, name) => {
  expect(username.safeParse(name).success).toBe(false);
});
