import { expect, it } from 'vitest';
import { STRONG_ENOUGH, strengthOf } from './password-strength.ts';

const PERSONAL = ['marta.ruiz', 'mruiz@vigo.example'];

it.each([
  ['12345678'],
  ['password1!'],
  ['P@ssw0rd'],
  ['qwertyuiop'],
  ['aaaaaaaaaaaaaaaaaaaa'],
  ['panocall1'],
  // Made of personal words.
  ['marta.ruiz'],
  ['ruiz1990'],
  ['mruiz@vigo.example'],
])('finds %s easy to guess', (password) => {
  expect(strengthOf(password, PERSONAL)).toBeLessThan(STRONG_ENOUGH);
});

it.each([
  ['correct horse battery'],
  ['xK9#mQ2v'],
  ['tres gatos en la lluvia'],
  // Someone else's name.
  ['ruiz1990', []],
])('accepts %s', (password, personal: string[] = PERSONAL) => {
  expect(strengthOf(password, personal)).toBeGreaterThanOrEqual(STRONG_ENOUGH);
});

it('judges only the start of a long password, to bound the work', () => {
  const start = 'aA4@eE3iI1oO0sS5$'.repeat(4).slice(0, 64);
  expect(strengthOf(`${start}${'p@$$w0rd'.repeat(17)}`, [])).toBe(strengthOf(start, []));
});
