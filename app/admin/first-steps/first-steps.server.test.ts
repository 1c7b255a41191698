import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { audit, demoRow, fragment, mediaNode, parameter, totp } from '#db/schema/index.ts';
import { makeUser } from '#tests/support/people/people.ts';

let db: Database;
let steps: typeof import('./first-steps.server.ts');

beforeAll(async () => {
  db = await openServicesDatabase();
  steps = await import('./first-steps.server.ts');
});
afterAll(() => db.$client.end());

async function stateOf(step: string) {
  const state = (await steps.firstSteps()).find((each) => each.step === step);
  return state && { problem: state.problem, values: state.values, isSkipped: state.isSkipped };
}
const done = { problem: null, values: {}, isSkipped: false };

it('says what is wrong until it is right', async () => {
  expect(await stateOf('mail')).toEqual({ ...done, problem: 'mailFolder' });
  expect(await stateOf('payments')).toEqual({ ...done, problem: 'paymentsOff' });

  expect(await stateOf('turn')).toEqual({ ...done, problem: 'turnNone' });
  await db.insert(mediaNode).values([{ id: 'one' }, { id: 'other', hasTurn: true }]);
  expect(await stateOf('turn')).toEqual(done);

  expect(await stateOf('demo')).toEqual(done);
  await db.insert(demoRow).values({ id: crypto.randomUUID(), table: 'blog' });
  expect(await stateOf('demo')).toEqual({ ...done, problem: 'demoThere' });
});

it('asks for the operator’s own name, address and terms', async () => {
  expect(await stateOf('name')).toEqual({ ...done, problem: 'nameDefault' });
  expect(await stateOf('operator')).toEqual({ ...done, problem: 'operatorUnknown' });
  const { loadParameters } = await import('#app/platform/parameters.server.ts');
  const set = async (name: string) => {
    await db.insert(parameter).values({ name, value: 'Ours' });
    await loadParameters();
  };
  await set('site-name');
  expect(await stateOf('name')).toEqual(done);
  await set('operator-name');
  expect((await stateOf('operator'))?.problem).toBe('operatorUnknown');
  await set('operator-address');
  expect(await stateOf('operator')).toEqual(done);

  const gaps = { ...done, problem: 'termsGaps', values: { names: 'imprint, terms' } };
  expect(await stateOf('terms')).toEqual(gaps);
  await db.update(fragment).set({ body: 'Complete.' });
  expect(await stateOf('terms')).toEqual(done);
});

it('asks for a backup that is not older than a week', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  expect(await stateOf('backup')).toEqual({ ...done, problem: 'backupNever' });
  await db.insert(audit).values({ action: 'BACK_UP', createdAt: daysAgo(9.5) });
  expect(await stateOf('backup')).toEqual({ ...done, problem: 'backupOld', values: { count: 9 } });
  await db.insert(audit).values({ action: 'BACK_UP', createdAt: daysAgo(7.5) });
  expect(await stateOf('backup')).toEqual({ ...done, values: { count: 7 } });
});

it('names the administrators without a second factor', async () => {
  await makeUser(db, {});
  expect((await stateOf('secondFactor'))?.problem).toBeNull();
  const [one] = [
    await makeUser(db, { username: 'one' }, ['ADMIN']),
    await makeUser(db, { username: 'Other' }, ['ADMIN']),
  ];
  const missing = { ...done, problem: 'secondFactorMissing' };
  await db.insert(totp).values({ userId: one, secret: 'unconfirmed' });
  expect(await stateOf('secondFactor')).toEqual({ ...missing, values: { names: 'one, Other' } });
  await db.update(totp).set({ confirmedAt: new Date() });
  expect(await stateOf('secondFactor')).toEqual({ ...missing, values: { names: 'Other' } });
});

it('leaves out what the operator does not need', async () => {
  for (let i = 0; i < 2; i++) await steps.skipStep('payments');
  expect((await stateOf('payments'))?.isSkipped).toBe(true);
  expect((await stateOf('mail'))?.isSkipped).toBe(false);
  await steps.needStep('payments');
  expect((await stateOf('payments'))?.isSkipped).toBe(false);
});
