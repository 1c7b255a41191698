import fc from 'fast-check';
import type { Database } from '#db/client.ts';
import { makeUser, signIn } from '../people/people.ts';
import type { Contract, Operation } from './contract.ts';
import { type JsonSchema, valuesFor } from './fuzz-values.ts';
import { SAMPLES } from './samples.ts';

/** Called less often: password hashing is deliberately slow. */
const SLOW = ['logIn', 'signUp', 'changePassword', 'askForNewPasskey', 'removePasskey'];
/** Random requests delete accounts, so new ones are created after this many requests. */
export const REQUESTS_A_LIFE = 500;

/** The person in `newPeople` who is an administrator; the first is a visitor. */
export const ADMIN = 3;

type FuzzPeople = Awaited<ReturnType<typeof newPeople>>;

/**
 * Creates a user of each kind, with new rows: earlier ones may have been changed or deleted by random
 * requests.
 */
export async function newPeople(db: Database) {
  const [user, other, admin] = await Promise.all([
    makeUser(db),
    makeUser(db, { controlModes: ['VOICE'] }, ['PRODUCER']),
    makeUser(db, {}, ['ADMIN']),
  ]);
  const tokens = await Promise.all([user, other, admin].map((id) => signIn(db, id)));
  const rows = await Promise.all(
    Object.entries(SAMPLES).map(async ([entity, { make }]) => [entity, await make(db, user)] as const),
  );
  return { ids: [user, other, admin], tokens: [undefined, ...tokens], rows: new Map<string, string>(rows) };
}

/** The path and the query of a request with these values. */
export function addressOf({ path, parameters }: Operation, values: Record<string, unknown>) {
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    const value = values[name];
    if (place !== 'query' || value === undefined) continue;
    for (const part of Array.isArray(value) ? value : [value]) query.append(name, String(part));
  }
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    // Empty segments and dots would change the path.
    encodeURIComponent(Buffer.from(String(values[name])).toString()).replace(/^\.*$/, '-'),
  );
  return { path: filled, query };
}

const sometimes = (values: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary: values, weight: 1 });

/** Requests of the people in `tokens`, most of which fit the document. */
export function requestArbitrary(contract: Contract, { ids, rows, tokens }: FuzzPeople) {
  const resolve = (ref: string): JsonSchema => contract.schemas[ref.split('/').at(-1) ?? ''] ?? {};
  // Uploads are multipart forms, tested in tests/api/people/upload-limits.test.ts.
  const operations = contract.operations.filter(({ path }) => !/^\/api\/(avatar|image)\//.test(path));
  const arbitraries = operations.map((operation) => {
    const own = rows.get(operation.path.split('/')[2] ?? '') ?? '';
    const values = operation.parameters.map(
      ({ name, in: place, schema }): [string, fc.Arbitrary<unknown>] => {
        const fitting = valuesFor(schema, resolve, ids);
        if (name === 'id') return [name, fc.oneof({ arbitrary: fc.constant(own), weight: 8 }, fitting)];
        // Most requests have only a few of the many parameters.
        return [name, place === 'query' ? sometimes(fitting) : fitting];
      },
    );
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (schema) values.push(['body', valuesFor(schema, resolve, ids)]);
    const arbitrary = fc.record({
      operation: fc.constant(operation),
      values: fc.record(Object.fromEntries(values)),
      person: fc.integer({ min: 0, max: tokens.length - 1 }),
    });
    return { arbitrary, weight: SLOW.includes(operation.operationId) ? 1 : 10 };
  });
  return fc.oneof(...arbitraries);
}
