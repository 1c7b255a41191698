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

it('takes a field changed by one from that one', () => {
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

it('names fields changed differently by both, and keeps mine', () => {
  const mine = { ...base, title: ['Mine'], body: ['Same'], 'prices.EUR': ['3'] };
  const theirs = { ...base, title: ['Theirs'], body: ['Same'], 'prices.USD': ['2'] };
  expect(mergeEdits(fields, base, mine, theirs)).toEqual({ values: mine, conflicts: ['title', 'prices'] });
});

it('treats every difference as a conflict without a common base', () => {
  const theirs = { ...base, body: ['Theirs'] };
  expect(mergeEdits(fields, null, base, theirs)).toEqual({ values: base, conflicts: ['body'] });
});
