import { expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';

it.each([
  [null, ''],
  ['acct_1', 'acct_1'],
  ['a,"b"\r\n', '"a,""b""\r\n"'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2,5', '"\'-2,5"'],
])('writes %j as %j', async (value, cell) => {
  const db = await openServicesDatabase();
  const { cellOf } = await import('./export.server.ts');
  expect(cellOf(value)).toBe(cell);
  await db.$client.end();
});
