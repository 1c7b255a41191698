import { expect, it } from 'vitest';
import { z } from 'zod';
import { invalidData, ProtocolError } from '#protocol/errors.ts';
import { refusalOf } from './forms.server.ts';
import { namingPrices } from './prices.server.ts';

const schema = z.object({
  name: z.string().min(1).max(3),
  secret: z.string().min(8),
  rating: z.int().min(1).max(5),
  amount: z.number().multipleOf(0.01),
  kind: z.enum(['A', 'B']),
  email: z.string().regex(/@/),
  note: z.string(),
});

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.append(name, value);
  return data;
}

function problemsOf(typed: Record<string, string>, input: unknown) {
  const parsed = schema.safeParse(input);
  if (parsed.success) throw new Error('nothing is wrong');
  return refusalOf(invalidData(parsed.error), form(typed)).problems;
}

it('names the kind of problem of each field', () => {
  const input = { name: 'long', secret: 'short', rating: 6, amount: 0.001, kind: 'C', email: 'x' };
  expect(problemsOf({ name: 'long' }, input)).toEqual({
    name: { kind: 'tooLong', limit: 3 },
    secret: { kind: 'tooShort', limit: 8 },
    rating: { kind: 'atMost', limit: 5 },
    amount: { kind: 'cents' },
    kind: { kind: 'choice' },
    email: { kind: 'format' },
    note: { kind: 'format' },
  });
  const numbers = { ...input, rating: 0, amount: Number.NaN };
  expect(problemsOf({}, numbers)).toMatchObject({
    rating: { kind: 'atLeast', limit: 1 },
    amount: { kind: 'number' },
  });
  expect(problemsOf({}, { ...input, rating: 1.5 })).toMatchObject({ rating: { kind: 'whole' } });
});

it('reports an empty field as missing, whatever the schema says of it', () => {
  expect(problemsOf({ secret: '', email: '  ' }, { name: 'a', secret: '', email: '' })).toMatchObject({
    secret: { kind: 'required' },
    email: { kind: 'required' },
  });
});

it('keeps the submitted values with LF line ends and without passwords', () => {
  const data = form({ intent: 'save', text: 'one\r\ntwo', password: 'secret', newPassword: 'secret' });
  data.append('languages', 'ENGLISH');
  data.append('languages', 'FRENCH');
  expect(refusalOf(new ProtocolError('RATE_LIMITED'), data)).toEqual({
    form: 'save',
    code: 'RATE_LIMITED',
    problems: {},
    typed: { intent: ['save'], text: ['one\ntwo'], languages: ['ENGLISH', 'FRENCH'] },
    theirs: null,
  });
});

it('includes the saved values and the version needed to overwrite them', () => {
  const stale = new ProtocolError('STALE', undefined, { version: 7, name: 'theirs' });
  const valuesOf = (row: Record<string, unknown>) => ({ name: [String(row.name)] });
  expect(refusalOf(stale, form({ name: 'mine' }), valuesOf)).toMatchObject({
    typed: { name: ['mine'] },
    theirs: { version: 7, values: { name: ['theirs'] } },
  });
});

it('throws errors that are not refusals', () => {
  const broken = new Error('broken');
  expect(() => refusalOf(broken, form({}))).toThrow(broken);
});

it('tells only forms the kind of problem, not the API', () => {
  const error = new ProtocolError('INVALID_DATA', [{ path: 'a', message: 'm', problem: { kind: 'taken' } }]);
  expect(error.toBody()).toEqual({ code: 'INVALID_DATA', fields: [{ path: 'a', message: 'm' }] });
});

it('names a wrong price by its input', () => {
  const prices = { name: 'prices', currencies: ['EUR', 'GBP', 'USD'] };
  const typed = { 'prices.EUR': ['1'], 'prices.GBP': [' '], 'prices.USD': ['much'] };
  const errors = [
    { path: 'prices.1.perMinute', message: '' },
    { path: 'latitude', message: '' },
  ];
  expect(namingPrices(errors, typed, prices).map(({ path }) => path)).toEqual(['prices.USD', 'latitude']);
});
