import { expect, it } from 'vitest';
import { formState, type Refusal } from './refusal.ts';

const refusal: Refusal = {
  form: 'profile',
  code: 'INVALID_DATA',
  fields: ['prices.EUR', 'latitude'],
  typed: { latitude: ['north'], languages: ['ENGLISH', 'SPANISH'] },
  version: null,
};

it('shows what was typed into the form that was refused, even where that is nothing', () => {
  const state = formState(refusal, 'profile');
  expect(state.text('latitude', '1')).toBe('north');
  expect(state.text('longitude', '1')).toBe('');
  expect(state.chosen('languages', ['FRENCH'])).toEqual(['ENGLISH', 'SPANISH']);
  expect(state.chosen('controlModes', ['PAD'])).toEqual([]);
});

it('shows what is saved in the page’s other forms', () => {
  const state = formState(refusal, 'username');
  expect(state.refusal).toBeUndefined();
  expect(state.text('latitude', '1')).toBe('1');
  expect(state.isWrong('latitude')).toBe(false);
});

it('takes what is wrong within a field for a wrong field', () => {
  const { isWrong } = formState(refusal, 'profile');
  expect(['prices', 'prices.EUR', 'prices.USD', 'lat'].map(isWrong)).toEqual([true, true, false, false]);
});
