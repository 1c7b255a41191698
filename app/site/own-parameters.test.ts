import { expect, it } from 'vitest';
import { problemOfValue } from '#protocol/parameters.ts';

it.each([
  ['site-name', 'Vistas de mañana', true],
  ['site-name', 'Two\nlines', false],
  ['site-name', 'x'.repeat(61), false],
  ['site-name', ' Padded ', true],
  ['sender-name', 'Eve\r\nBcc: all@example.org', false],
  ['sender-address', 'hello@example.org', true],
  ['sender-address', 'hello', false],
  ['sender-address', 'Hello <hello@example.org>', false],
  ['sender-address', '', true],
  ['site-colour', '#0A7f5c', true],
  ['site-colour', '#0a7', false],
  ['site-colour', 'red', false],
  ['site-colour', '#000000;}', false],
  ['site-logo', '', true],
  ['site-logo', '../../secret', false],
  ['operator-address', 'Main Street 1\n12345 Town', true],
  ['operator-address', 'x'.repeat(501), false],
])('%s takes %j: %s', (name, value, takes) => {
  expect(problemOfValue(name, value)).toEqual(takes ? null : { kind: 'format' });
});
