import { expect } from 'vitest';
import { z } from 'zod';
import { logIn, memberOf, newName, PASSWORD, signUp } from '../../support/people/members.ts';
import { Client } from '../../support/servers/client.ts';
import { linkIn } from '../../support/servers/mailbox.ts';
import { send } from '../../support/servers/site.ts';
import type { ContractCall } from './setting.ts';

/** Calls about accounts and sessions. The order matters: some end a session that others need. */
export const accountCalls: ContractCall[] = [
  [
    'POST /signup',
    ({ site }) =>
      new Client(site.server.url).call('/api/signup', { body: { ...newName(), password: PASSWORD } }),
    201,
    { language: 'ENGLISH' },
  ],
  [
    'POST /email/verification',
    ({ member }) => member.client.call('/api/email/verification', { method: 'POST' }),
    200,
  ],
  [
    'POST /email/verify',
    async ({ mailbox, member, post }) => {
      await expect.poll(async () => (await mailbox.to(member.email)).length).toBe(2);
      const [, newest = ''] = await mailbox.to(member.email);
      const { token } = linkIn(newest);
      return post('/api/email/verify', { token });
    },
    200,
  ],
  [
    'POST /session/confirm',
    ({ member }) => member.client.call('/api/session/confirm', { body: { password: PASSWORD } }),
    200,
  ],
  [
    'GET /session',
    ({ member }) => member.client.call('/api/session'),
    200,
    { sessions: [{ current: true }] },
  ],
  [
    'DELETE /session/:id',
    async ({ site, member }) => {
      const phone = new Client(site.server.url);
      const { sessionId } = memberOf(await logIn(phone, member.username), phone);
      return member.client.call(`/api/session/${sessionId}`, { method: 'DELETE' });
    },
    200,
  ],
  [
    'GET /user/:id/session',
    ({ site, chief, member }) => send(site, `/api/user/${member.id}/session`, { as: chief }),
    200,
    { sessions: [{ current: false }] },
  ],
  [
    'DELETE /user/:id/session',
    async ({ site, chief }) => {
      const { id } = await signUp(site.server.url);
      return send(site, `/api/user/${id}/session`, { as: chief, method: 'DELETE' });
    },
    200,
  ],
  [
    'POST /user/:id/suspension',
    ({ site, chief, streamer }) =>
      send(site, `/api/user/${streamer.id}/suspension`, { as: chief, body: { reason: 'Spam' } }),
    200,
  ],
  [
    'DELETE /user/:id/suspension',
    ({ site, chief, streamer }) =>
      send(site, `/api/user/${streamer.id}/suspension`, { as: chief, method: 'DELETE' }),
    200,
  ],
  [
    'POST /password',
    ({ member }) =>
      member.client.call('/api/password', {
        body: { password: PASSWORD, newPassword: 'another horse battery' },
      }),
    200,
  ],
  ['POST /email', ({ member }) => member.client.call('/api/email', { body: newName() }), 200],
  [
    'POST /password/forgotten',
    ({ member, post }) => post('/api/password/forgotten', { email: member.email }),
    200,
  ],
  [
    'POST /password/reset',
    async ({ mailbox, member, post }) => {
      const { token } = linkIn(await mailbox.waitFor(member.email, 'Choose a new password'));
      return post('/api/password/reset', { token, password: PASSWORD });
    },
    200,
  ],
  [
    'POST /channel/seat/:token',
    async ({ site }) => {
      const host = new Client(site.server.url);
      const { token } = z.object({ token: z.string() }).parse((await host.call('/api/channel/ticket')).body);
      return host.call(`/api/channel/seat/${token}`, { body: { seat: 'host' } });
    },
    200,
    { url: null },
  ],
];
