import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { channel, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { type Member, signUp } from '../../support/people/members.ts';
import { makeCall, makeStreamer } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';

let server: WebServer;
let db: Database;
let origin: string;

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  server = await startWebServer(url);
  origin = server.url;
});
afterAll(async () => {
  await Promise.all([server.stop(), db.$client.end()]);
});

const row = z.object({ id: z.string(), version: z.number() });
const list = z.object({ entities: z.array(z.object({ id: z.string() })) });

/** Signs up a user with a public profile. */
async function streamer(): Promise<Member> {
  const member = await signUp(origin);
  await makeStreamer(db, member.id);
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

test('blocked people can neither review the person who blocked them nor read reviews about them', async () => {
  const [host, pest, friend] = await Promise.all([streamer(), signUp(origin), signUp(origin)]);
  for (const guest of [pest, friend]) await makeCall(db, host.id, guest.id);
  expect(await review(friend, host.id)).toMatchObject({ status: 201 });
  expect(await reviewsOf(host.id, pest)).toHaveLength(1);
  expect(await block(host, pest)).toMatchObject({ status: 302 });

  const refused = await review(pest, host.id);
  // The response is the same as for an unknown person, so it does not reveal the block.
  const nobody = await review(pest, crypto.randomUUID());
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_DATA' } });
  expect(refused.body).toEqual(nobody.body);
  expect(await reviewsOf(host.id, pest)).toEqual([]);
  expect(await reviewsOf(host.id, friend)).toHaveLength(1);
  expect(await reviewsOf(host.id, host)).toHaveLength(1);
  expect(await reviewsOf(host.id, { client: new Client(origin) })).toHaveLength(1);
});

test('a review from before the block cannot be changed, only deleted', async () => {
  const [host, pest] = await Promise.all([streamer(), signUp(origin)]);
  await makeCall(db, host.id, pest.id);
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

test('only people with a public profile can be reviewed', async () => {
  const [writer, other] = await Promise.all([signUp(origin), signUp(origin)]);
  expect(await review(writer, other.id)).toMatchObject({ status: 400, body: { code: 'INVALID_DATA' } });
});

test('people review someone only after a call with them, as host or as guest, and once', async () => {
  const [host, stranger, guest] = await Promise.all([streamer(), streamer(), signUp(origin)]);
  const refused = { status: 403, body: { code: 'FORBIDDEN' } };
  // It was no call if the guest never entered, or entered while the host was away.
  const room = { hostKey: 'key', nodeId: 'node', expiresAt: new Date() };
  await db
    .insert(channel)
    .values({ ...room, token: 'NOCALL777', hostUserId: host.id, guestUserId: guest.id });
  // It does not count if the other person was not logged in.
  await db.insert(channel).values({
    ...room,
    ...{ token: 'NOBODY777', hostUserId: host.id, startedAt: new Date() },
  });
  expect(await review(guest, host.id)).toMatchObject(refused);
  const profile = async () =>
    String((await guest.client.call(`/user/${host.username}`, { headers: { Accept: 'text/html' } })).body);
  expect((await profile()).includes('Only people who have had a call of at least a minute with')).toBe(true);
  expect((await profile()).includes('Publish review')).toBe(false);
  const body = new URLSearchParams({ intent: 'review', rating: '5', version: '0' });
  expect((await guest.client.call(`/user/${host.username}`, { body })).status).toBe(403);

  await makeCall(db, guest.id, host.id);
  expect((await profile()).includes('Publish review')).toBe(true);
  const made = await review(guest, host.id);
  expect(made.status).toBe(201);
  expect(await review(guest, host.id)).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } });
  expect(await review(guest, stranger.id)).toMatchObject(refused);
  // It can still be changed once the record of the call is deleted.
  await db.delete(channel);
  const { id, version } = row.parse(made.body);
  const change = { method: 'PUT', body: { version, rating: 2 } };
  expect(await guest.client.call(`/api/review/${id}`, change)).toMatchObject({ status: 200 });
});

test('the profile of a blocked person says so, and has a button to unblock them', async () => {
  const [host, pest] = await Promise.all([streamer(), signUp(origin)]);
  const path = `/user/${host.username}`;
  const page = async ({ client }: Member) => {
    const { status, body } = await client.call(path, { headers: { Accept: 'text/html' } });
    return { status, said: /<h1[^>]*>([^<]*)/.exec(String(body))?.[1] };
  };
  expect(await page(pest)).toEqual({ status: 200, said: host.username });
  expect(await block(pest, host)).toMatchObject({ status: 302 });
  expect(await page(pest)).toEqual({ status: 200, said: `You blocked ${host.username}` });
  // A blocked person sees no difference and cannot undo the block.
  expect((await block(host, pest)).status).toBe(302);
  const body = new URLSearchParams({ intent: 'unblock' });
  expect((await pest.client.call(path, { body })).headers.get('Location')).toBe(path);
  expect((await page(pest)).status).toBe(404);
  expect((await pest.client.call(path, { body })).status).toBe(404);
});

test('the heading of a profile is the person’s name', async () => {
  const host = await streamer();
  await db.update(user).set({ firstName: 'Uxía', lastName: 'Lago' }).where(eq(user.id, host.id));
  const { body } = await new Client(origin).call(`/user/${host.username}`, {
    headers: { Accept: 'text/html' },
  });
  expect(/<h1[^>]*>([^<]*)/.exec(String(body))?.[1]).toBe('Uxía Lago');
});
