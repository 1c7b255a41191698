import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import {
  callRequest,
  city,
  payoutAccount,
  producerSetting,
  review,
  userBlock,
  userLanguage,
  userPrice,
} from '#db/schema/index.ts';
import { makeUser } from '#tests/support/people/people.ts';

let db: Database;
let streamers: typeof import('./streamers.server.ts');
let reviews: typeof import('../reviews/reviews.server.ts');

beforeAll(async () => {
  db = await openServicesDatabase();
  streamers = await import('./streamers.server.ts');
  reviews = await import('../reviews/reviews.server.ts');
});
afterAll(() => db.$client.end());

async function makeStreamer(values: Parameters<typeof makeUser>[1] = {}, languages = ['ENGLISH']) {
  const id = await makeUser(db, { controlModes: ['VOICE'], ...values }, ['PRODUCER']);
  await db.insert(userPrice).values({ userId: id, currency: 'EUR', perMinute: 2 });
  await db.insert(userLanguage).values(languages.map((language) => ({ userId: id, language })));
  return id;
}
const viewer = (id: string) => ({
  id,
  sessionId: '',
  confirmedAt: new Date(),
  authorities: new Set<never>(),
  secondFactorMissing: false,
});
const everybody = { q: '', language: null, now: false };

it('lists each streamer with all data of the card, newest first', async () => {
  const earlier = await makeStreamer({ createdAt: new Date('2030-01-01') }, ['SPANISH', 'FRENCH']);
  const later = await makeStreamer({ createdAt: new Date('2030-01-02') });
  for (const rating of [4, 5, 4]) {
    await db.insert(review).values({ authorId: await makeUser(db), producerId: earlier, rating });
  }
  const { streamers: found } = await streamers.listStreamers(null, everybody, 1);
  expect(found.slice(0, 2)).toMatchObject([
    { id: later, rating: { average: null, count: 0 }, languages: ['ENGLISH'] },
    {
      id: earlier,
      rating: { average: 4.3, count: 3 },
      languages: ['FRENCH', 'SPANISH'],
      prices: [{ currency: 'EUR', perMinute: 2 }],
    },
  ]);
});

it('searches for words literally, including percent signs', async () => {
  const id = await makeStreamer({ description: 'Only 100% sun_shine' });
  const search = async (q: string) => {
    const { streamers: found } = await streamers.listStreamers(null, { ...everybody, q }, 1);
    return found.map((streamer) => streamer.id);
  };
  expect(await search('100% SUN_')).toEqual([id]);
  expect(await search('100%sun')).toEqual([]);
  expect(await search('sun-shine')).toEqual([]);
});

it('counts all pages; a page beyond the last is empty', async () => {
  const total = streamers.STREAMERS_A_PAGE + 1;
  for (let i = 0; i < total; i++) await makeStreamer({ firstName: 'Crowd' });
  const crowd = { ...everybody, q: 'Crowd' };
  expect(await streamers.listStreamers(null, crowd, 2)).toMatchObject({ streamers: [{}], total });
  expect(await streamers.listStreamers(null, crowd, 3)).toEqual({ streamers: [], total: 0 });
});

it('marks who can be called now, and filters by it', async () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  const streamer = async (minutesLeft: number, values: Partial<typeof payoutAccount.$inferInsert> = {}) => {
    const id = await makeStreamer({ firstName: 'Caller' });
    const setting = { userId: id, timeZone: 'UTC', availableUntil: minutes(minutesLeft) };
    await db.insert(producerSetting).values(setting);
    const account = {
      country: 'ES',
      stripeId: `acct_${id}`,
      transfers: 'active',
      payouts: 'active',
    } as const;
    await db.insert(payoutAccount).values({ userId: id, ...account, ...values });
    return id;
  };
  const available = await streamer(60);
  const [late, unpaid] = [await streamer(-1), await streamer(60, { payouts: 'restricted' })];
  const [taken, rung] = [await streamer(60), await streamer(60)];
  const consumerId = await makeUser(db);
  const call = { budgetMinutes: 10, priceMinor: 100, currency: 'EUR', amount: 1_000, consumerId };
  await db.insert(callRequest).values([
    {
      ...call,
      producerId: taken,
      status: 'ACCEPTED',
      answeredAt: minutes(-1),
      endsAt: minutes(10),
      clientKey: randomUUID(),
    },
    { ...call, producerId: rung, status: 'RINGING', ringUntil: minutes(1), clientKey: randomUUID() },
  ]);
  const callers = { ...everybody, q: 'Caller' };
  const { streamers: found } = await streamers.listStreamers(null, callers, 1);
  const states = new Map(found.map(({ id, availableNow }) => [id, availableNow]));
  expect([available, late, unpaid, taken, rung].map((id) => states.get(id))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  const now = { ...callers, now: true };
  expect(await streamers.listStreamers(null, now, 1)).toMatchObject({
    streamers: [{ id: available }],
    total: 1,
  });
});

it('reveals locations only roughly', async () => {
  await makeStreamer({ firstName: 'Placed', latitude: 41.38791, longitude: 2.16992 });
  const [found] = await streamers.listLocations(null, { ...everybody, q: 'Placed' });
  expect(found?.location).toEqual({ latitude: 41.39, longitude: 2.17 });
});

it('leaves out unlisted streamers, whose profile stays', async () => {
  const location = { latitude: 1, longitude: 1 };
  const hiddenUntil = new Date(Date.now() + 3_600_000);
  const hidden = await makeStreamer({ urlname: 'hidden', firstName: 'Unlisted', hiddenUntil, ...location });
  await makeStreamer({
    urlname: 'back',
    firstName: 'Unlisted',
    hiddenUntil: new Date(Date.now() - 1),
    ...location,
  });
  const filter = { ...everybody, q: 'Unlisted' };
  const { streamers: found, total } = await streamers.listStreamers(null, filter, 1);
  expect([found.map(({ urlname }) => urlname), total]).toEqual([['back'], 1]);
  expect((await streamers.listLocations(null, filter)).map(({ urlname }) => urlname)).toEqual(['back']);
  expect(await streamers.findProfile(null, 'hidden')).toMatchObject({ shown: true });
  expect(await streamers.findStreamer(null, hidden)).toMatchObject({ urlname: 'hidden' });
});

it('hides people who blocked each other in lists, profiles, locations and reviews', async () => {
  const [one, other, third] = [
    await makeStreamer({ urlname: 'one', latitude: 1, longitude: 1 }),
    await makeStreamer({ urlname: 'other' }),
    await makeStreamer(),
  ];
  await db.insert(userBlock).values({ userId: one, blockedId: other });
  await db.insert(review).values({ authorId: one, producerId: third, rating: 1 });
  const seenBy = async (id: string) => {
    const { streamers: found } = await streamers.listStreamers(viewer(id), everybody, 1);
    return found.map((streamer) => streamer.id);
  };
  expect(await seenBy(one)).not.toContain(other);
  expect(await seenBy(other)).not.toContain(one);
  expect(await seenBy(third)).toEqual(expect.arrayContaining([one, other]));
  await expect(streamers.findProfile(viewer(other), 'one')).rejects.toThrow('NOT_FOUND');
  await expect(streamers.findProfile(viewer(one), 'other')).rejects.toThrow('NOT_FOUND');
  const locations = await streamers.listLocations(viewer(other), everybody);
  expect(locations.map(({ urlname }) => urlname)).not.toContain('one');
  expect((await reviews.listReviews(viewer(other), third, 1)).reviews).toEqual([]);
  expect((await reviews.listReviews(null, third, 1)).reviews).toHaveLength(1);
});

it('shows a user their own profile before others see it', async () => {
  const id = await makeUser(db, { urlname: 'not-yet' });
  expect(await streamers.findProfile(viewer(id), 'not-yet')).toMatchObject({ own: true, shown: false });
  await expect(streamers.findProfile(null, 'not-yet')).rejects.toThrow('NOT_FOUND');
  await makeStreamer({ urlname: 'complete' });
  expect(await streamers.findProfile(null, 'complete')).toMatchObject({ own: false, shown: true });
});

it('finds people by name and by place, without accents and in both languages', async () => {
  await db.insert(city).values([
    { name: 'Cádiz', country: 'ES', latitude: 36.53, longitude: -6.29 },
    { name: 'Toruń', country: 'PL', latitude: 53.01, longitude: 18.6 },
  ]);
  const clemence = await makeStreamer({ firstName: 'Clémence', lastName: 'Žižek' });
  const uxia = await makeStreamer({ username: 'Uxía', latitude: 36.5, longitude: -6.2 });
  const search = async (q: string) => {
    const { streamers: found } = await streamers.listStreamers(null, { ...everybody, q }, 1);
    return found.map((streamer) => streamer.id);
  };
  for (const q of ['clemence', 'CLÉMENCE zizek', 'žiž'])
    expect([q, await search(q)]).toEqual([q, [clemence]]);
  for (const q of ['uxia', 'cadiz', 'Spain', 'españa uxia', 'espana'])
    expect([q, await search(q)]).toEqual([q, [uxia]]);
  for (const q of ['torun', 'poland', 'cadiz clemence']) expect([q, await search(q)]).toEqual([q, []]);
});
