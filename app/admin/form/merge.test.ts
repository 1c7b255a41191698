import { expect, it } from 'vitest';
import type { FormField } from '#app/entities/entity-view.ts';
import { mergeEdits } from './merge.ts';

const fields: FormField[] = [
  { name: 'title', kind: 'text' },
  { name: 'body', kind: 'multiline' },
  { name: 'languages', kind: 'choices', options: [] },
  { name: 'prices', kind: 'prices', currencies: ['EUR', 'USD'] },
];
const base = { title: ['Title'], body: ['Text'], languages: ['ENGLISH', 'FRENCH'], 'prices.EUR': ['1'] };

it('takes what only one changed from that one', () => {
  const mine = { ...base, title: ['Mine'], languages: ['FRENCH', 'ENGLISH'], 'prices.USD': [''] };
  const theirs = { ...base, body: ['Theirs'], languages: [], 'prices.USD': ['2'] };
  expect(mergeEdits(fields, base, mine, theirs)).toEqual({
    values: {
      title: ['Mine'],
      body: ['Theirs'],
      languages: [],
      'prices.EUR': ['1'],
      'prices.USD': ['2'],
    },
    conflicts: [],
  });
});

it('names what both changed, unless to the same, and keeps mine there', () => {
  const mine = { ...base, title: ['Mine'], body: ['Same'], 'prices.EUR': ['3'] };
  const theirs = { ...base, title: ['Theirs'], body: ['Same'], 'prices.USD': ['2'] };
  expect(mergeEdits(fields, base, mine, theirs)).toEqual({ values: mine, conflicts: ['title', 'prices'] });
});

it('takes every difference for a conflict if it does not know what both started from', () => {
  const theirs = { ...base, body: ['Theirs'] };
  expect(mergeEdits(fields, null, base, theirs)).toEqual({ values: base, conflicts: ['body'] });
});
