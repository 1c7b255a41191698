import { DrizzleQueryError, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { openDatabase } from './client.ts';
import { describeError } from './describe-error.ts';
import { user } from './schema/index.ts';
import { createTestDatabase } from './tests/database.ts';

const SECRET = 'anna@example.org';
const failed = new DrizzleQueryError('select $1', [SECRET], new Error('the cause'));

test('logs a failed query with its text and cause, without its parameters', async () => {
  const db = openDatabase('postgres://nobody:password@127.0.0.1:9/nowhere');
  const error = await db.execute(sql`select ${SECRET}`).catch((reason: unknown) => reason);
  await db.$client.end();
  expect(String(error)).toContain(SECRET);
  const logged = JSON.stringify(describeError(error));
  expect(logged).toContain('select $1');
  expect(logged).toContain('ECONNREFUSED');
  expect(logged).toContain('describe-error.test.ts');
  expect(logged).not.toMatch(/anna|password/);
});

test('logs a violated key or a value quoted by PostgreSQL without the value', async () => {
  const db = openDatabase(await createTestDatabase());
  const row = { username: 'anna', urlname: 'anna', email: SECRET };
  const reasons = await Promise.allSettled([
    db.insert(user).values([row, row]),
    db.execute(sql`select ${SECRET}::text::uuid`),
    db.$client.unsafe('select $1::text::int', [SECRET]),
  ]);
  await db.$client.end();
  const [duplicate, uuid, int] = reasons.map((reason) => 'reason' in reason && describeError(reason.reason));
  expect(duplicate).toMatchObject({ cause: { code: '23505', constraint_name: expect.any(String) } });
  expect(uuid).toMatchObject({
    cause: { code: '22P02', message: 'invalid input syntax for type uuid: "…"' },
  });
  expect(int).toMatchObject({ type: 'PostgresError', code: '22P02' });
  expect(JSON.stringify([duplicate, uuid, int])).not.toContain('anna');
});

test.each<[string, unknown]>([
  ['as a cause', new Error('outer', { cause: new Error('inner', { cause: failed }) })],
  ['among several', new AggregateError([new Error('other'), failed], 'several')],
  ['as an own property', Object.assign(new Error('outer'), { query: SECRET, parameters: [SECRET], failed })],
  ['in a multi-line parameter', new DrizzleQueryError('select $1', [`x\n    at ${SECRET}`])],
  ['in what JSON.parse quotes', jsonError(`{"email": ${SECRET}`)],
  ['in a route that does not exist', { status: 404, data: `No route matches ${SECRET}` }],
  [
    'in a PostgreSQL error of its own',
    postgresError({ code: '23505', message: 'duplicate', detail: `(${SECRET})` }),
  ],
])('logs no secret %s', (_, error) => {
  expect(JSON.stringify(describeError(error))).not.toContain(SECRET);
});

test('ends at a circle of causes', () => {
  const error = new Error('first');
  error.cause = new Error('second', { cause: error });
  expect(JSON.stringify(describeError(error))).toContain('second');
});

function jsonError(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

function postgresError(fields: Record<string, string>): Error {
  return Object.assign(new postgres.PostgresError(fields.message), fields);
}
