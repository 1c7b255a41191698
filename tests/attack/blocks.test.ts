import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { Client } from '../support/client.ts';
import { logIn, type Member, memberOf, signUp } from '../support/members.ts';
import { bearer } from '../support/people.ts';

const { origin, adminPassword } = inject('stack');

const row = z.object({ id: z.string(), version: z.number() });
const list = z.object({ entities: z.array(z.object({ id: z.string() })) });

/** Someone with a public profile. */
async function streamer(): Promise<Member> {
  const admin = memberOf(await logIn(new Client(origin), 'admin', adminPassword), new Client(origin));
  const member = await signUp(origin);
  const asAdmin = { headers: bearer(admin.token) };
  const role = await new Client(origin).call('/api/role', {
    ...asAdmin,
    body: { userId: member.id, rolename: 'PRODUCER' },
  });
  expect(role.status).toBe(201);
  const path = `/api/user/${member.id}`;
  const { version } = row.parse((await member.client.call(path)).body);
  const prices = [{ currency: 'EUR', perMinute: 1.5 }];
  const change = { version, controlModes: ['VOICE'], prices };
  expect(await member.client.call(path, { method: 'PUT', body: change })).toMatchObject({ status: 200 });
  return member;
}

const review = ({ client }: Member, producerId: string) =>
  client.call('/api/review', { body: { producerId, rating: 1, text: 'I will find you' } });

async function reviewsOf(producerId: string, { client }: { client: Client }): Promise<string[]> {
  const { body } = await client.call(`/api/review?producerId=${producerId}`);
  return list.parse(body).entities.map(({ id }) => id);
}

const block = ({ client }: Member, { username }: Member) =>
  client.call('/personal/blocked', { body: new URLSearchParams({ intent: 'block', username }) });

test('who was blocked neither reviews nor reads about the one who blocked them', async () => {
  const [host, pest, friend] = await Promise.all([streamer(), signUp(origin), signUp(origin)]);
  expect(await review(friend, host.id)).toMatchObject({ status: 201 });
  expect(await reviewsOf(host.id, pest)).toHaveLength(1);
  expect(await block(host, pest)).toMatchObject({ status: 302 });

  const refused = await review(pest, host.id);
  // The same as for someone who does not exist, so that it does not reveal the block.
  const nobody = await review(pest, crypto.randomUUID());
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_DATA' } });
  expect(refused.body).toEqual(nobody.body);
  expect(await reviewsOf(host.id, pest)).toEqual([]);
  expect(await reviewsOf(host.id, friend)).toHaveLength(1);
  expect(await reviewsOf(host.id, host)).toHaveLength(1);
  expect(await reviewsOf(host.id, { client: new Client(origin) })).toHaveLength(1);
});

test('a review from before the block cannot be rewritten, only deleted', async () => {
  const [host, pest] = await Promise.all([streamer(), signUp(origin)]);
  const { id, version } = row.parse((await review(pest, host.id)).body);
  expect(await block(host, pest)).toMatchObject({ status: 302 });
  const path = `/api/review/${id}`;
  expect(await pest.client.call(path, { method: 'PUT', body: { version, text: 'Worse' } })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_DATA' },
  });
  expect(await pest.client.call(path)).toMatchObject({ status: 200, body: { text: 'I will find you' } });
  expect(await reviewsOf(host.id, host)).toEqual([]);
  expect(await pest.client.call(path, { method: 'DELETE' })).toMatchObject({ status: 200 });
});

test('only people with a public profile are reviewed', async () => {
  const [writer, other] = await Promise.all([signUp(origin), signUp(origin)]);
  expect(await review(writer, other.id)).toMatchObject({ status: 400, body: { code: 'INVALID_DATA' } });
});
