import { expect, test } from 'vitest';
import { wrap } from './sign.ts';

test('breaks a text between words, but not a long word', () => {
  const width = (text: string) => text.length;
  expect(wrap('one two three', 7, width)).toEqual(['one two', 'three']);
  expect(wrap('a verylongword b', 5, width)).toEqual(['a', 'verylongword', 'b']);
  expect(wrap('short', 5, width)).toEqual(['short']);
});
