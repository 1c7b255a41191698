import { expect, it } from 'vitest';
import { formState, type Refusal } from './refusal.ts';

const refusal: Refusal = {
  form: 'profile',
  code: 'INVALID_DATA',
  problems: { 'prices.EUR': { kind: 'cents' }, latitude: { kind: 'number' }, 'names.0': { kind: 'choice' } },
  typed: { latitude: ['north'], languages: ['ENGLISH', 'SPANISH'] },
  theirs: null,
};
const words = {
  longitude: 'wrong',
  latitude: 'not a number',
  'prices.EUR': ({ kind }: { kind: string }) => `no: ${kind}`,
  names: 'unknown',
};

it('shows what was typed into the form that was refused, even where that is nothing', () => {
  const form = formState(refusal, 'profile', words);
  expect(form.text('latitude', '1').defaultValue).toBe('north');
  expect(form.text('longitude', '1').defaultValue).toBe('');
  expect(form.choice('languages', 'ENGLISH', ['FRENCH']).defaultChecked).toBe(true);
  expect(form.choice('languages', 'FRENCH', ['FRENCH']).defaultChecked).toBe(false);
  expect(form.choice('controlModes', 'PAD', ['PAD']).defaultChecked).toBe(false);
});

it('shows what is saved in the page’s other forms', () => {
  const form = formState(refusal, 'username', words);
  expect(form.refusal).toBeUndefined();
  expect(form.text('latitude', '1')).toMatchObject({ defaultValue: '1', error: undefined });
  expect(form.choice('languages', 'FRENCH', ['FRENCH']).defaultChecked).toBe(true);
  expect(form.isUnplaced).toBe(false);
});

it('says at each field what is wrong with it or within it, and which is the first', () => {
  const { wrong, firstWrong } = formState(refusal, 'profile', words);
  expect(wrong('longitude')).toEqual({ error: undefined, autoFocus: false });
  expect(wrong('latitude')).toEqual({ error: 'not a number', autoFocus: true });
  expect(wrong('prices.EUR')).toEqual({ error: 'no: cents', autoFocus: false });
  expect(wrong('names').error).toBe('unknown');
  expect(firstWrong).toBe('latitude');
});

it('leaves for the whole form what belongs to none of its fields', () => {
  const unplaced = (problems: Refusal['problems']) =>
    formState({ ...refusal, problems }, 'profile', words).isUnplaced;
  expect(unplaced({ latitude: { kind: 'number' } })).toBe(false);
  expect(unplaced({})).toBe(true);
  expect(unplaced({ latitude: { kind: 'number' }, lat: { kind: 'number' } })).toBe(true);
  expect(unplaced({ prices: { kind: 'format' } })).toBe(true);
});
