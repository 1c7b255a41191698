import { readFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { logIn, memberOf, signUp } from '../support/people/members.ts';
import { type Answer, Client, newAddress } from '../support/servers/client.ts';

const { origin, adminPassword } = inject('stack');

/** Writes in ten minutes, per person and per network. */
const [PERSON, NETWORK] = [600, 1200];
const MORE = 20;
const AT_ONCE = 20;

const errorTexts = z.object({ RATE_LIMITED: z.string(), ADDRESS_BLOCKED: z.string() });

async function wordsOf(language: string): Promise<z.infer<typeof errorTexts>> {
  const file = new URL(`../../locales/${language}/errors.json`, import.meta.url);
  return errorTexts.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** @returns the number of responses by status */
async function repeat(times: number, call: () => Promise<Answer>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  let left = times;
  const work = async () => {
    while (left-- > 0) {
      const { status } = await call();
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counts;
}

/** The same browser on another network. */
function moved({ cookies }: Client, address = newAddress()): Client {
  const client = new Client(origin, address);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

const refused = (status: number, code: string) => ({ status, body: { code } });
const contact = (message: string) => ({ body: new URLSearchParams({ intent: 'message', message }) });

test('writes of a person are limited on every network together, and a page keeps the typed text', async () => {
  const { client } = await signUp(origin);
  const counts = await repeat(PERSON + MORE, () => moved(client).call('/api/review', { body: {} }));
  expect(counts).toEqual({ 400: PERSON, 429: MORE });
  const last = await moved(client).call('/api/review', { body: {} });
  expect(last).toMatchObject(refused(429, 'RATE_LIMITED'));
  expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
  for (const [path, language] of [
    ['/contact-us', 'en'],
    ['/es/contact-us', 'es'],
  ] as const) {
    const page = await moved(client).call(path, contact('written with care'));
    expect(page.status).toBe(429);
    expect(page.body).toContain('written with care');
    expect(page.body).toContain((await wordsOf(language)).RATE_LIMITED);
  }
  // Reading is not limited.
  expect(await client.call('/api/user/auth')).toMatchObject({ status: 200 });
  expect(await client.call('/personal/account')).toMatchObject({ status: 200 });
});

test('writes from a network are limited before the body is read', async () => {
  const client = new Client(origin);
  const counts = await repeat(NETWORK, () => client.call('/api/city/lisbon', { method: 'DELETE' }));
  expect(counts).toEqual({ 401: NETWORK });
  const broken = { headers: { 'Content-Type': 'application/json' }, body: new TextEncoder().encode('{') };
  for (const path of ['/api/inquiry', '/api/login', '/api/password/reset', '/api/channel/seat/K7M4QX9TR']) {
    expect(await client.call(path, { method: 'POST', ...broken })).toMatchObject(
      refused(429, 'RATE_LIMITED'),
    );
  }
  expect(await client.call('/login/reset', contact(''))).toMatchObject({ status: 429 });
  expect(await new Client(origin).call('/api/city/lisbon', { method: 'DELETE' })).toMatchObject({
    status: 401,
  });
});

test('only an administrator can write from a blocked network', async () => {
  const admin = memberOf(await logIn(new Client(origin), 'admin', adminPassword), new Client(origin));
  const as = { headers: { Authorization: `Bearer ${admin.token}` } };
  // From a range for documentation (RFC 5737).
  const address = '203.0.113.21';
  const { id, client } = await signUp(origin);
  const made = await new Client(origin).call('/api/block-address', { ...as, body: { address } });
  const block = z.object({ id: z.string() }).parse(made.body);
  const blocked = moved(client, address);
  for (const [method, path] of [
    ['POST', '/api/inquiry'],
    ['POST', '/api/review'],
    ['PUT', `/api/user/${id}`],
    ['DELETE', `/api/user/${id}`],
    ['POST', '/api/email'],
    ['POST', `/api/avatar/${id}`],
    ['POST', '/api/password/forgotten'],
    ['POST', '/api/channel/seat/K7M4QX9TR'],
  ] as const) {
    const answer = await blocked.call(path, { method, body: {} });
    expect([path, answer]).toMatchObject([path, refused(403, 'ADDRESS_BLOCKED')]);
  }
  for (const path of ['/es/contact-us', '/es/earn-money', '/es/personal/account', '/es/login/reset']) {
    const page = await blocked.call(path, {
      body: new URLSearchParams({ intent: 'resend', email: 'a@b.example' }),
    });
    expect([path, page.status]).toEqual([path, 403]);
  }
  const page = await blocked.call('/es/contact-us', contact('written with care'));
  expect(page.body).toContain('written with care');
  expect(page.body).toContain((await wordsOf('es')).ADDRESS_BLOCKED);
  expect(await blocked.call('/api/user/auth')).toMatchObject({ status: 200 });

  const undo = await new Client(origin, address).call(`/api/block-address/${block.id}`, {
    ...as,
    method: 'DELETE',
  });
  expect(undo).toMatchObject({ status: 200 });
  expect(await blocked.call('/api/inquiry', { body: { message: 'Hello' } })).toMatchObject({ status: 201 });
});
