import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isOutage } from './outage.server.ts';

const coded = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });
const query = (cause: Error) => new DrizzleQueryError('select 1', [], cause);

it.each([
  ['a database that restarts', query(coded('57P01'))],
  ['one that starts', query(coded('57P03'))],
  ['one without free connections', coded('53300')],
  ['one that is gone', query(coded('CONNECTION_CLOSED'))],
  ['a port that nobody listens on', query(new AggregateError([coded('ECONNREFUSED')]))],
  ['a socket that is not there', coded('ENOENT', { syscall: 'connect' })],
  ['a full disk', new Error('Cannot write file', { cause: coded('ENOSPC') })],
])('%s is an outage', (_, error) => expect(isOutage(error)).toBe(true));

it.each([
  ['a violated key', query(coded('23505'))],
  ['a missing file', coded('ENOENT', { syscall: 'open' })],
  ['a mistake', new TypeError('x is not a function')],
  ['anything thrown', 'ECONNREFUSED'],
])('%s is not', (_, error) => expect(isOutage(error)).toBe(false));

it('ends on errors that cause each other', () => {
  const [a, b] = [new Error('a'), new Error('b')];
  a.cause = b;
  b.cause = a;
  expect(isOutage(a)).toBe(false);
});
