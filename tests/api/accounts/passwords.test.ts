import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { newName, PASSWORD, signUp } from '../../support/people/members.ts';
import { Client } from '../../support/servers/client.ts';
import { linkIn, Mailbox } from '../../support/servers/mailbox.ts';

let server: WebServer;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  server = await startWebServer(await createTestDatabase(), { MAIL_FOLDER: mailbox.folder });
});
afterAll(async () => {
  await server.stop();
  await mailbox.close();
});

const guessable = (field: string) => ({
  status: 400,
  body: { code: 'INVALID_DATA', fields: [{ path: field, message: expect.stringMatching(/easy to guess/) }] },
});

it('a new account may not use a common password, nor one derived from its name', async () => {
  const { username, email } = newName();
  // Here the password is also the username, which the audit trail contains, so it is not recorded as a secret.
  const sign = (password: string, random = false) =>
    new Client(server.url).call('/api/signup', { body: { username, email, password }, random });
  expect(await sign('password123')).toMatchObject(guessable('password'));
  expect(await sign(username, true)).toMatchObject(guessable('password'));
  expect((await sign(PASSWORD)).status).toBe(201);
});

it('the same holds for a new password, which must also differ from the old one', async () => {
  const { client, username } = await signUp(server.url);
  const change = (newPassword: string) =>
    client.call('/api/password', { body: { password: PASSWORD, newPassword } });
  expect(await change('iloveyou12')).toMatchObject(guessable('newPassword'));
  expect(await change(`${username}!`)).toMatchObject(guessable('newPassword'));
  expect(await change(PASSWORD)).toMatchObject({ status: 400, body: { fields: [{ path: 'newPassword' }] } });
  expect((await change('another horse battery')).status).toBe(200);
});

it('a refused password does not use up an emailed link', async () => {
  const { email } = await signUp(server.url);
  await new Client(server.url).call('/api/password/forgotten', { body: { email } });
  const { path, token } = linkIn(await mailbox.waitFor(email, 'new password'));
  const reset = (password: string) =>
    new Client(server.url).call('/api/password/reset', { body: { token, password } });
  expect(await reset('qwertyuiop')).toMatchObject(guessable('password'));
  const page = await new Client(server.url).call(path, {
    body: new URLSearchParams({ intent: 'reset', password: 'sunshine1' }),
  });
  expect(page.status).toBe(400);
  expect(page.bytes.toString()).toContain('This is easy to guess');
  expect((await reset('another horse battery')).status).toBe(200);
});
