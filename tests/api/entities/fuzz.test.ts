import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, inArray, isNull, notInArray, or } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENTITIES } from '#app/entities/registry.server.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { audit } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { Contract, type Operation } from '../../support/contract/contract.ts';
import { countedWrites, countWrites } from '../../support/contract/counted-writes.ts';
import {
  ADMIN,
  addressOf,
  newPeople,
  REQUESTS_A_LIFE,
  requestArbitrary,
} from '../../support/contract/fuzz-requests.ts';
import { bearer } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';

/** `npm run bench:abuse` sends more. */
const REQUESTS = 5_000;
const AT_ONCE = 8;

const WRITES = new Map([
  ['POST', 'INSERT'],
  ['PUT', 'UPDATE'],
  ['DELETE', 'DELETE'],
]);

/** Operations besides the generic ones that write an entity's row. */
const OTHER_WRITES = new Map([
  ['signUp', 'user INSERT'],
  ['suspendUser', 'user UPDATE'],
  ['liftSuspension', 'user UPDATE'],
  ['changeBooking', 'booking UPDATE'],
  ['cancelBooking', 'booking UPDATE'],
  ['payBooking', 'payment UPDATE'],
  ['payRequest', 'payment UPDATE'],
  ['extendCall', 'payment INSERT'],
  ['setAvailable', 'producer-setting UPDATE'],
  ['refundPayment', 'payment UPDATE'],
  ['decideApproval', 'payment UPDATE'],
  ['answerDispute', 'dispute UPDATE'],
  ['complain', 'complaint INSERT'],
  ['answerComplaint', 'complaint UPDATE'],
  ['decideComplaint', 'complaint UPDATE'],
  ['preferCard', 'card UPDATE'],
]);

/** Entities with their own audit entries, written for every user's changes. */
const TOLD_APART = ['api-key', 'webhook'];

const GENERIC = new Set<string>(
  ENTITIES.map(({ name }) => name).filter((name) => !TOLD_APART.includes(name)),
);

let server: WebServer;
let db: Database;

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  server = await startWebServer(url);
});
afterAll(async () => {
  await server.stop();
  await db.$client.end();
});

it(`${REQUESTS} random requests: none makes the server fail, no refused one changes a row`, async () => {
  const contract = await Contract.of(server.url);

  const done = new Map<string, number>();
  const before = new Map<string, number>();
  let byAdmins = 0;

  const ask = async (
    operation: Operation,
    values: Record<string, unknown>,
    person: number,
    token: string | undefined,
  ) => {
    const { operationId, method, requestBody } = operation;
    const { path, query } = addressOf(operation, values);
    // The client validates the response against the document.
    const answer = await new Client(server.url).call(`${path}?${query}`, {
      method,
      body: requestBody && values.body,
      headers: token ? bearer(token) : {},
      random: true,
    });
    const entity = /^\/api\/([a-z-]+)(\/\{id\})?$/.exec(operation.path)?.[1];
    const key = OTHER_WRITES.get(operationId) ?? `${entity} ${WRITES.get(method)}`;
    if (answer.status >= 300 || method === 'GET') return;
    done.set(key, (done.get(key) ?? 0) + 1);
    // Subscribing again writes no row, and its response contains none.
    const wrote = !(operationId === 'createSubscription' && Object.keys(Object(answer.body)).length === 0);
    if (person === ADMIN && GENERIC.has(entity ?? '') && wrote) byAdmins += 1;
  };

  await countWrites(db);
  for (let sent = 0; sent < REQUESTS; sent += REQUESTS_A_LIFE) {
    const counted = await countedWrites(db);
    const people = await newPeople(db);
    for (const [key, count] of await countedWrites(db)) {
      before.set(key, (before.get(key) ?? 0) + count - (counted.get(key) ?? 0));
    }
    const requests = fc.sample(
      requestArbitrary(contract, people),
      // The same requests in each run, to reproduce failures.
      { numRuns: REQUESTS_A_LIFE, seed: sent },
    );
    // Generating them blocks for seconds, in which the server closes idle connections. `fetch` notices that only in the
    // next turn.
    await nextTurn();
    const sendAll = async () => {
      for (let next = requests.pop(); next; next = requests.pop()) {
        await ask(next.operation, next.values, next.person, people.tokens[next.person]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  }

  for (const [key, count] of await countedWrites(db)) {
    const written = count - (before.get(key) ?? 0);
    // Subscribing again succeeds without a new row.
    if (key === 'subscription INSERT') expect(written).toBeLessThanOrEqual(done.get(key) ?? 0);
    // Suspending or deleting a person also cancels their bookings and releases the payments; a new preferred card also
    // changes the former one.
    else if (['booking UPDATE', 'payment UPDATE', 'card UPDATE'].includes(key))
      expect(written).toBeGreaterThanOrEqual(done.get(key) ?? 0);
    else expect([key, written]).toEqual([key, done.get(key) ?? 0]);
  }
  // One audit entry per row that an administrator wrote with the generic operations.
  const told = ['CREATE', 'UPDATE', 'DELETE', 'GIVE_ROLE', 'TAKE_ROLE'];
  const elsewhere = or(isNull(audit.entity), notInArray(audit.entity, TOLD_APART));
  expect(await db.$count(audit, and(inArray(audit.action, told), elsewhere))).toBe(byAdmins);
  // If every request were rejected, the test would prove nothing.
  for (const verb of ['INSERT', 'UPDATE', 'DELETE']) {
    const entities = [...done.keys()].filter((key) => key.endsWith(verb));
    expect([verb, entities.length > 3]).toEqual([verb, true]);
  }
  expect(server.log()).not.toContain('api request failed');
}, 3_600_000);
