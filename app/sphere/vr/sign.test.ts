import { expect, test } from 'vitest';
import { wrap } from './sign.ts';

test('a text is broken between words, a long word is not', () => {
  const width = (text: string) => text.length;
  expect(wrap('one two three', 7, width)).toEqual(['one two', 'three']);
  expect(wrap('a verylongword b', 5, width)).toEqual(['a', 'verylongword', 'b']);
  expect(wrap('short', 5, width)).toEqual(['short']);
});
