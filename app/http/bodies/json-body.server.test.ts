import { expect, it } from 'vitest';
import { parseJson } from './json-body.server.ts';

it.each(['7', '"a, [b] {c} \\" d"', '{"a":[1,{"b":"\\\\"},null]}', '[]'])('parses %s', (text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

it('parses long texts with any content', () => {
  const text = '[{,"\\'.repeat(100_000);
  expect(parseJson(JSON.stringify({ text }))).toEqual({ text });
});

it.each([
  ['is too deep', `${'['.repeat(17)}${']'.repeat(17)}`],
  ['has too many members', `[${'0,'.repeat(10_000)}0]`],
  ['has too many empty members', `[${'{},'.repeat(5_001)}0]`],
  ['does not end', '{"a'],
  ['ends in a backslash', '"\\'],
])('refuses JSON that %s', (_what, text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

it('accepts the maximum', () => {
  expect(parseJson(`[${'0,'.repeat(9_997)}0]`)).toHaveLength(9_998);
  expect(() => parseJson(`${'['.repeat(16)}${']'.repeat(16)}`)).not.toThrow();
});
