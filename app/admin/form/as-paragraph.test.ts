import { expect, it } from 'vitest';
import { asParagraph } from './as-paragraph.ts';

it.each([
  ['|', 'P'],
  ['one|', 'one\n\nP'],
  ['one\n|', 'one\n\nP'],
  ['one\n\n|', 'one\n\nP'],
  ['one |two', 'one \n\nP\n\ntwo'],
  ['one\n|\ntwo', 'one\n\nP\n\ntwo'],
  ['|two', 'P\n\ntwo'],
])('turns %j into %j', (text, written) => {
  const at = text.indexOf('|');
  const without = text.replace('|', '');
  const insert = asParagraph('P', without, at, at);
  expect(without.slice(0, at) + insert + without.slice(at)).toBe(written);
});
