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

it('shows the values submitted with the refused form, even empty ones', () => {
  const form = formState(refusal, 'profile', words);
  expect(form.text('latitude', '1').defaultValue).toBe('north');
  expect(form.text('longitude', '1').defaultValue).toBe('');
  expect(form.choice('languages', 'ENGLISH', ['FRENCH']).defaultChecked).toBe(true);
  expect(form.choice('languages', 'FRENCH', ['FRENCH']).defaultChecked).toBe(false);
  expect(form.choice('controlModes', 'PAD', ['PAD']).defaultChecked).toBe(false);
});

it('shows the saved values in the page’s other forms', () => {
  const form = formState(refusal, 'username', words);
  expect(form.refusal).toBeUndefined();
  expect(form.text('latitude', '1')).toMatchObject({ defaultValue: '1', error: undefined });
  expect(form.choice('languages', 'FRENCH', ['FRENCH']).defaultChecked).toBe(true);
  expect(form.hasFormProblem).toBe(false);
});

it('gives each field its own and nested problems, and names the first invalid field', () => {
  const { wrong, firstWrong } = formState(refusal, 'profile', words);
  expect(wrong('longitude')).toEqual({ error: undefined, autoFocus: false });
  expect(wrong('latitude')).toEqual({ error: 'not a number', autoFocus: true });
  expect(wrong('prices.EUR')).toEqual({ error: 'no: cents', autoFocus: false });
  expect(wrong('names').error).toBe('unknown');
  expect(firstWrong).toBe('latitude');
});

it('leaves problems of no field to the form as a whole', () => {
  const unplaced = (problems: Refusal['problems']) =>
    formState({ ...refusal, problems }, 'profile', words).hasFormProblem;
  expect(unplaced({ latitude: { kind: 'number' } })).toBe(false);
  expect(unplaced({})).toBe(true);
  expect(unplaced({ latitude: { kind: 'number' }, lat: { kind: 'number' } })).toBe(true);
  expect(unplaced({ prices: { kind: 'format' } })).toBe(true);
});
