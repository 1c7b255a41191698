import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPayments } from '../../support/servers/payment-sandbox.ts';
import { type Person, person, type Site, send, startSite } from '../../support/servers/site.ts';

let site: Site;
let admin: Person;
beforeAll(async () => {
  site = await startSite();
  admin = await person(site.db, ['ADMIN']);
});
afterAll(() => site.stop());

const page = async (path: string) => String((await send(site, path, { as: admin })).body);
const say = async (fields: Record<string, string>, as: Person | null = admin) =>
  (await send(site, '/admin?index', { as, body: new URLSearchParams(fields) })).status;

it('are listed with what is wrong, until each is done or not needed', async () => {
  expect(await page('/es/admin')).toContain('Los correos se guardan en una carpeta');
  const shown = await page('/admin');
  expect(shown).toContain('Emails are written into a folder');
  expect(shown).toContain('Nobody can be booked or paid.');
  expect(await say({ intent: 'skipStep', step: 'payments' })).toBe(302);
  expect(await page('/admin')).not.toContain('Nobody can be booked or paid.');
  expect(await say({ intent: 'needStep', step: 'payments' })).toBe(302);
  expect(await page('/admin')).toContain('Nobody can be booked or paid.');
  expect(await say({ intent: 'skipStep', step: 'nothing' })).toBe(400);
  const user = await person(site.db);
  await say({ intent: 'skipStep', step: 'mail' }, user);
  expect(await page('/admin')).toContain('Emails are written into a folder');
  for (const step of ['name', 'operator', 'terms', 'mail', 'payments', 'turn', 'backup', 'secondFactor'])
    await say({ intent: 'skipStep', step });
  expect(await page('/admin')).not.toContain('First steps');
});

it('tests payments by asking Stripe', async () => {
  const payments = await startPayments();
  const as = await person(payments.db, ['ADMIN']);
  const ask = async () => {
    const body = new URLSearchParams({ intent: 'payments' });
    return String((await send(payments, '/admin/testing', { as, body })).body);
  };
  expect(await ask()).toContain('Stripe accepts the key.');
  await payments.sandbox.control('fail', { times: 3, status: 500 });
  expect(await ask()).toContain('Stripe did not answer, or does not accept the key: ');
  await payments.stop();
});
