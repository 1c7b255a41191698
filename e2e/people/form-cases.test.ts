import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  ACCOUNT,
  ADMIN,
  PROFILE,
  reset,
  review,
  STRANGER,
  WITH_OWN_TESTS,
  WITHOUT_FIELDS,
} from './form-cases.ts';

it('contains every form of the pages', async () => {
  const forms = new Set<string>();
  for await (const path of glob('app/**/*.tsx')) {
    const source = await readFile(path, 'utf8');
    for (const [, intent = ''] of source.matchAll(/\bformState(?:<\w+>)?\(\s*\w+,\s*'(\w+)'/g))
      forms.add(intent);
  }
  const cases = [...STRANGER, ...ACCOUNT, ...PROFILE, ...ADMIN, review(''), reset('')];
  const tried = new Set([...WITHOUT_FIELDS, ...WITH_OWN_TESTS, ...cases.map(({ intent }) => intent)]);
  expect([...forms].sort()).toEqual([...tried].sort());
});
