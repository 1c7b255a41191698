import { expect, it } from 'vitest';
import { countriesNamed } from './countries.ts';

it.each([
  ['spain', ['ES']],
  ['ESPANA', ['ES']],
  ['Österreich', []],
  ['turkiye', ['TR']],
  ['unknown', []],
])('%s: %j', (word, codes) => {
  expect(countriesNamed(word)).toEqual(codes);
});
