import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { seedDemo } from '#db/seed/demo/index.ts';
import { requestedCall } from '#tests/support/market/streams.ts';
import { makeUser } from '#tests/support/people/people.ts';

let db: Database;
let demo: typeof import('./demo.server.ts');
let streamers: typeof import('../people/streamers/streamers.server.ts');

beforeAll(async () => {
  db = await openServicesDatabase();
  demo = await import('./demo.server.ts');
  streamers = await import('../people/streamers/streamers.server.ts');
});
afterAll(() => db.$client.end());

it('is marked, and deleted without what real people wrote', async () => {
  const admin = await makeUser(db, {}, ['ADMIN']);
  const viewer = {
    id: admin,
    sessionId: '',
    confirmedAt: new Date(),
    authorities: new Set(['ADMINISTER'] as const),
    secondFactorMissing: false,
  };
  expect(await demo.hasDemo()).toBe(false);
  await seedDemo(db);
  const post = { name: 'ours', language: 'ENGLISH', title: 'Ours', publishedAt: new Date() };
  await db.insert(schema.blog).values(post);
  const { streamers: listed } = await streamers.listStreamers(null, { q: '', language: null, now: false }, 1);
  expect(listed.length).toBeGreaterThan(5);
  expect(listed.every(({ isDemo }) => isDemo)).toBe(true);
  expect(await demo.demoAmong([admin, listed[0]?.id ?? '', 'no id'])).toEqual(new Set([listed[0]?.id]));
  const [producerId = ''] = listed.map(({ id }) => id);
  const real = await requestedCall(db, { producerId, consumerId: admin }, { endedAt: new Date(), charge: 0 });
  const cities = await db.$count(schema.city);

  await demo.deleteDemo(viewer);
  expect(await demo.hasDemo()).toBe(false);
  const { blog, booking, channel, city, inquiry, review, stream, subscription, user } = schema;
  expect((await db.select({ id: user.id }).from(user)).map(({ id }) => id)).toEqual([admin]);
  expect((await db.select({ name: blog.name }).from(blog)).map(({ name }) => name)).toEqual(['ours']);
  for (const table of [booking, inquiry, review, subscription]) expect(await db.$count(table)).toBe(0);
  // The call that took place is a record of the real person's.
  expect((await db.select({ id: stream.id }).from(stream)).map(({ id }) => id)).toEqual([real.streamId]);
  expect(await db.$count(channel)).toBe(1);
  expect(await db.$count(city)).toBe(cities);
  await demo.deleteDemo(viewer);
});
