import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { errorOf, rowSchema } from '../../support/people/as-admin.ts';
import { bearer, makeUser, signIn } from '../../support/people/people.ts';
import { type Call, Client } from '../../support/servers/client.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

let server: WebServer;
let db: Database;
let mailbox: Mailbox;
let admin: Record<string, string>;

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  mailbox = await Mailbox.open();
  server = await startWebServer(url, { MAIL_FOLDER: mailbox.folder });
  admin = bearer(await signIn(db, await makeUser(db, {}, ['ADMIN'])));
});
afterAll(async () => {
  await Promise.all([server.stop(), db.$client.end()]);
  await mailbox.close();
});

const call = (path: string, options: Call = {}) => new Client(server.url).call(`/api/${path}`, options);

async function write(body: object, headers?: Record<string, string>) {
  const answer = await call('inquiry', { body, headers });
  expect(answer.status).toBe(201);
  // The response to a stranger contains no row, not even its id.
  const list = await call(`inquiry?q=${encodeURIComponent(Object(body).message)}`, { headers: admin });
  return rowSchema.parse(Object(list.body).entities[0]);
}

async function answer(id: string, version: number, text: string) {
  const done = await call(`inquiry/${id}`, {
    method: 'PUT',
    headers: admin,
    body: { answer: text, version },
  });
  expect(done.status).toBe(200);
  return rowSchema.parse(done.body);
}

describe('an answer', () => {
  it('is emailed once to the given address, in the language of the page', async () => {
    const email = 'visitor@example.org';
    const made = await write({ email, language: 'SPANISH', message: 'Hola {{answer}}\n¿Tenéis gorras?' });
    const first = await answer(made.id, made.version, 'No, lo siento.');
    const mail = await mailbox.waitFor(email, 'No, lo siento.');
    expect(mail).toContain('Subject: Nuestra respuesta a tu mensaje');
    expect(mail).toContain('> Hola {{answer}}\n> ¿Tenéis gorras?');
    const again = await answer(made.id, first.version, 'No, lo siento.');
    await answer(made.id, again.version, 'Ahora sí.');
    await mailbox.waitFor(email, 'Ahora sí.');
    expect(await mailbox.to(email)).toHaveLength(2);
  });

  it('goes to the confirmed address of an account that gave none, never to an unconfirmed one', async () => {
    const proved = await makeUser(db, { email: 'proved@example.org', emailVerifiedAt: new Date() });
    const claimed = await makeUser(db, { email: 'claimed@example.org' });
    for (const [id, message] of [
      [claimed, 'From an account whose address is not confirmed'],
      [proved, 'From an account whose address is confirmed'],
    ] as const) {
      const made = await write({ message }, bearer(await signIn(db, id)));
      await answer(made.id, made.version, 'Thank you');
    }
    expect(await mailbox.waitFor('proved@example.org', 'Thank you')).toContain('Our answer to your message');
    // Emails are sent in order, so the earlier one would have arrived.
    expect(await mailbox.to('claimed@example.org')).toEqual([]);
  });
});

describe('a message without content', () => {
  const empty = { status: 400, code: 'INVALID_DATA', fields: ['message'] };

  it('is refused', async () => {
    expect(errorOf(await call('inquiry', { body: {} }))).toEqual(empty);
    expect(errorOf(await call('inquiry', { body: { kind: 'DEMO' }, headers: admin }))).toEqual(empty);
  });

  it('cannot be created by clearing the last field: the message stays as it was', async () => {
    const made = await write({ message: 'The only field', firstName: 'Bo' });
    for (const change of [{ message: null }, { message: 'Other words', firstName: 'Bob' }]) {
      const { version } = rowSchema.parse((await call(`inquiry/${made.id}`, { headers: admin })).body);
      const body = { ...change, version };
      const kept = { message: 'The only field', firstName: 'Bo' };
      expect(await call(`inquiry/${made.id}`, { method: 'PUT', body, headers: admin })).toMatchObject({
        status: 200,
        body: kept,
      });
    }
  });
});

it('the page of a message shows it above the answer, as text, with the name of a logged-in writer', async () => {
  const id = await makeUser(db, { username: 'Writer.Logged.In' });
  const made = await write({ message: 'Above\nall else' }, bearer(await signIn(db, id)));
  const { body } = await call(`../admin/inquiry/${made.id}`, { headers: { ...admin, Accept: 'text/html' } });
  const page = String(body);
  const [message, answer] = [page.indexOf('Above\nall else'), page.indexOf('name="answer"')];
  expect([message > 0, answer > message]).toEqual([true, true]);
  for (const field of ['message', 'email', 'firstName', 'lastName', 'website'])
    expect([field, page.includes(`name="${field}"`)]).toEqual([field, false]);
  expect(/<h1[^>]*>([^<]*)/.exec(page)?.[1]).toBe('Writer.Logged.In');
  const list = String((await call('../admin/inquiry', { headers: { ...admin, Accept: 'text/html' } })).body);
  expect(list.includes('>Writer.Logged.In</a>')).toBe(true);
});
