import { mkdir } from 'node:fs/promises';
import { beforeAll, expect, inject, test } from 'vitest';
import es from '#locales/es/common.json' with { type: 'json' };
import esLogin from '#locales/es/login.json' with { type: 'json' };
import { newName, PASSWORD } from '../support/people/members.ts';
import { Client } from '../support/servers/client.ts';
import { linkIn, Mailbox } from '../support/servers/mailbox.ts';

const { origin, mailFolder } = inject('stack');
const mailbox = new Mailbox(mailFolder);

beforeAll(async () => void (await mkdir(mailFolder, { recursive: true })));

const textOf = async (client: Client, path: string) => {
  const { status, bytes } = await client.call(path);
  return { status, text: bytes.toString().replaceAll('<!-- -->', '') };
};

test('a new user is asked to confirm the email address, in the language of the sign-up', async () => {
  const client = new Client(origin);
  const { username, email } = newName();
  const body = new URLSearchParams({ intent: 'signUp', username, email, password: PASSWORD });
  const signedUp = await client.call('/es/login', { body });
  expect([signedUp.status, signedUp.headers.get('location')]).toEqual([302, '/es']);
  const asked = es.confirm.text.replace('{{email}}', email);
  for (const page of ['/es', '/es/personal/profile'])
    expect((await textOf(client, page)).text).toContain(asked);

  const { token } = linkIn(await mailbox.waitFor(email, 'Confirma'));
  // A link in the account's language, opened in another one.
  const path = `/login/verify/${token}`;
  const confirmed = await client.call(path, { body: new URLSearchParams({ intent: 'verify' }) });
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([
    302,
    '/es/personal/account?done=verified#email',
  ]);
  expect((await textOf(client, '/es')).text).not.toContain(asked);

  // The link used again: the user who is logged in is told that nothing is left to do, others are told to log in.
  const again = await textOf(client, `/es${path}`);
  expect(again.status).toBe(410);
  expect(again.text).toContain(esLogin.dead.confirmed.replace('{{email}}', email));
  const stranger = await textOf(new Client(origin), `/es${path}`);
  expect(stranger.text).toContain(esLogin.dead.gone);
  expect(stranger.text).toContain(esLogin.dead.logIn);
  expect(stranger.text).not.toContain(email);
});

test('an invalid link offers a new one to a user who has not confirmed yet', async () => {
  const client = new Client(origin);
  const { username, email } = newName();
  await client.call('/api/signup', { body: { username, email, password: PASSWORD } });
  const { text } = await textOf(client, '/es/login/verify/never-sent');
  expect(text).toContain(esLogin.dead.gone);
  expect(text).toContain('value="resend"');
  expect((await textOf(client, '/es/login/reset/never-sent')).text).toContain(esLogin.dead.password);
  expect((await textOf(new Client(origin), '/es/login/reset/never-sent')).text).toContain(esLogin.back);
});
