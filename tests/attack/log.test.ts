import { readFile } from 'node:fs/promises';
import { expect, inject, test, vi } from 'vitest';
import { TestClient } from '#media-server/tests/support/client.ts';
import { PROTOCOL_VERSION } from '#protocol/messages.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { seatTicketSchema } from '#protocol/ticket.ts';
import { linesWithSecrets, recordSecret } from '#scripts/testing/secrets.ts';
import { logIn, newName, PASSWORD, signUp } from '../support/people/members.ts';
import { bearer } from '../support/people/people.ts';
import { Client } from '../support/servers/client.ts';
import { linkIn, Mailbox } from '../support/servers/mailbox.ts';

const { origin, mediaPort, mailFolder, adminPassword, logFile } = inject('stack');

test('neither process logs credentials', async () => {
  const { client, token, email, username } = await signUp(origin);
  await logIn(new Client(origin), username, `not ${PASSWORD}`);
  const query = new URLSearchParams({ username: 'admin', password: adminPassword });
  await new Client(origin).call(`/api/login?${query}`, { method: 'POST' });
  const mailbox = new Mailbox(mailFolder);
  const verify = linkIn(await mailbox.waitFor(email, 'Confirm'));
  await client.call('/api/password/forgotten', { body: { email } });
  const reset = linkIn(await mailbox.waitFor(email, 'Choose a new password'));
  for (const { path } of [verify, reset]) {
    await client.call(path);
    await client.call(path, { method: 'PUT' });
    await client.call(`/es${path}?email=${email}`);
  }
  await client.call('/api/user/auth', { headers: bearer(`${token}x`) });

  const { token: code } = newRoomSchema.parse((await client.call('/api/channel/ticket')).body);
  for (const path of [`/room/host/${code}`, `/es/room/guest/${code}`, `/api/channel/check/${code}`]) {
    await client.call(path);
    await client.call(path, { method: 'POST', body: { code }, unchecked: true });
  }
  const seated = await client.call(`/api/channel/seat/${code}`, { body: { seat: 'host' } });
  const { ticket } = seatTicketSchema.parse(seated.body);
  for (const port of [mediaPort, Number(new URL(origin).port)]) {
    const socket = await TestClient.connect(port);
    const { resumeToken } = await socket.login({ ticket });
    recordSecret(resumeToken);
    await socket.ask(code, { ticket });
    await socket.drop();
    const stranger = await TestClient.connect(port);
    await stranger.ask('login', { version: PROTOCOL_VERSION, auth: { ticket: `${ticket}x` } });
    await stranger.closed;
  }

  const last = `/${newName().username}`;
  await client.call(last);
  const log = await vi.waitFor(async () => {
    const text = await readFile(logFile, 'utf8');
    expect(text).toContain(last);
    return text;
  });
  expect(log).toContain('logged in');
  // The administrator's initial password is logged once, for the operator.
  const printed = log.split('\n').filter((line) => line.includes('shown only once'));
  expect(linesWithSecrets(log).filter((line) => !printed.includes(line))).toEqual([]);
});
