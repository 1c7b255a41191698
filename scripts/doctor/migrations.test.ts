import { expect, it } from 'vitest';
import { migrationFinding } from './migrations.ts';

it.each([
  [2, 2, 'ok', 'The database has all migrations'],
  [3, 2, 'open', 'The database has migrations that this version lacks'],
  [2, 3, 'wrong', 'The database lacks 1 of 3 migrations'],
  [0, 3, 'wrong', 'The database was never migrated'],
  [0, Number.NaN, 'wrong', 'The database was never migrated'],
])('of %d migrations done, of %d: %s', (done, all, state, what) => {
  expect(migrationFinding({ done, all })).toMatchObject({ state, what });
});
