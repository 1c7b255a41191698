import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { channel, city, inquiry, review, user, userBlock, userPrice } from '#db/schema/index.ts';
import { AdminSite, errorOf, listSchema } from '../../support/people/as-admin.ts';
import { makeUser, signIn } from '../../support/people/people.ts';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterAll(() => site.stop());

const ask: AdminSite['ask'] = (path, options) => site.ask(path, options);

describe('a list', () => {
  beforeAll(async () => {
    const rows = Array.from({ length: 25 }, (_, i) => ({
      name: `Village ${String(i).padStart(2, '0')}`,
      country: i < 10 ? 'FR' : 'IT',
      latitude: i,
      longitude: 0,
    }));
    await site.db.insert(city).values(rows);
  });

  const list = async (query: string, token = '') =>
    listSchema.parse((await ask(`city?${query}`, { token })).body);
  const names = (answer: z.infer<typeof listSchema>) => answer.entities.map(({ name }) => name);

  it('has pages and a total', async () => {
    const first = await list('q=village&size=10');
    expect([first.total, first.page, first.size, first.entities.length]).toEqual([25, 1, 10, 10]);
    const last = await list('q=village&size=10&page=3');
    expect(names(last)).toEqual([20, 21, 22, 23, 24].map((i) => `Village ${i}`));
    expect((await list('q=village&size=10&page=4')).entities).toEqual([]);
  });

  it('contains each row once, however many have the same sort value', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => list(`q=village&sort=country&size=5&page=${page}`)),
    );
    const ids = pages.flatMap(({ entities }) => entities.map(({ id }) => id));
    expect(new Set(ids).size).toBe(25);
  });

  it('is sorted, filtered and searched', async () => {
    expect(names(await list('country=FR&q=village&sort=-name&size=2'))).toEqual(['Village 09', 'Village 08']);
    expect((await list('country=FR&country=IT&q=village')).total).toBe(25);
    expect((await list('name=Village+03')).total).toBe(1);
    // Each word matches anywhere: 01, 10 to 19, 21.
    expect((await list('q=lage+1')).total).toBe(12);
    expect((await list('q=VÍLLAGE+10')).total).toBe(1);
    expect((await list('q=lage%25')).total).toBe(0);
    expect((await list('createdAt.from=2100-01-01')).total).toBe(0);
    expect((await list('q=village&createdAt.to=2100-01-01')).total).toBe(25);
    const drafts = listSchema.parse((await ask('blog?publishedAt=')).body);
    expect(drafts.total).toBe(0);
  });

  it('is searched in all the fields that it shows, ignoring accents', async () => {
    const person = { username: 'Xoán.Brañas', email: 'xb@corunha.example', firstName: 'Xoán' };
    const values = { ...person, lastName: 'Núñez', legalName: 'Ramón Zas' };
    const id = await makeUser(site.db, values, ['PRODUCER']);
    const authorId = await makeUser(site.db, { username: 'Älva' });
    await site.db.insert(review).values({ authorId, producerId: id, rating: 5, text: 'Ruído só ao final' });
    const room = { nodeId: 'node', hostKey: 'key', expiresAt: new Date() };
    await site.db.insert(channel).values({ ...room, token: 'SEARCHED9', guestUserId: id });
    await site.db.insert(city).values({ name: 'A Coruña', country: 'ES', latitude: 43.36, longitude: -8.41 });
    await site.db.insert(inquiry).values({ userId: id, message: 'Olá' });
    const found = async (path: string, token?: string) =>
      listSchema.parse((await ask(path, { token })).body).total;
    for (const path of [
      ...['xoan', 'branas', 'xb@coru', 'nunez', 'ramon', 'xoan nunez zas'].map((q) => `user?q=${q}`),
      ...['ruido', 'alva', 'xoan'].map((q) => `review?q=${q}`),
      ...['searched9', 'xoan'].map((q) => `channel?q=${q}`),
      ...['coruna', 'coruna spain', 'coruna espana'].map((q) => `city?q=${q}`),
      ...['xoan', 'ola'].map((q) => `inquiry?q=${q}`),
      'role?q=branas',
    ])
      expect([path, await found(path)]).toEqual([path, 1]);
    // Others cannot find people by fields that they do not see.
    await site.db.insert(userPrice).values({ userId: id, currency: 'EUR', perMinute: 2 });
    await site.db
      .update(user)
      .set({ controlModes: ['VOICE'] })
      .where(eq(user.id, id));
    for (const [q, total] of [
      ['xoan', 1],
      ['xb@coru', 0],
      ['ramon', 0],
    ] as const)
      expect([q, await found(`user?q=${q}`, '')]).toEqual([q, total]);
  });

  it.each([
    ['page', 'page=0'],
    ['page', 'page=1e9'],
    ['size', 'size=101'],
    ['size', 'size=ten'],
    ['sort', 'sort=latitude;drop'],
    ['surprise', 'surprise=1'],
    ['latitude', 'latitude=1'],
    ['createdAt.from', 'createdAt.from=yesterday'],
    ['country.from', 'country.from=A'],
    ['q', `q=${'x'.repeat(101)}`],
  ])('names the wrong parameter %s: %s', async (parameter, query) => {
    expect(errorOf(await ask(`city?${query}`))).toEqual({
      status: 400,
      code: 'INVALID_DATA',
      fields: [parameter],
    });
  });

  it('of users is narrowed down by their roles', async () => {
    const id = await makeUser(site.db, {}, ['PRODUCER']);
    const total = async (query: string) =>
      listSchema.parse((await ask(`user?${query}`)).body).entities.filter((one) => one.id === id).length;
    expect(await total('rolename=PRODUCER&size=100&sort=-createdAt')).toBe(1);
    expect(await total('rolename=ADMIN&size=100&sort=-createdAt')).toBe(0);
    expect(await total('rolename=ADMIN&rolename=PRODUCER&size=100&sort=-createdAt')).toBe(1);
    expect((await ask('user?rolename=nothing')).status).toBe(400);
  });

  it('neither shows nor searches other people’s private fields', async () => {
    const id = await makeUser(
      site.db,
      { controlModes: ['VOICE'], latitude: 38.7, longitude: -9.1, legalName: 'Secret' },
      ['PRODUCER'],
    );
    await site.db.insert(userPrice).values({ userId: id, currency: 'EUR', perMinute: 2 });
    const person = await makeUser(site.db);
    const token = await signIn(site.db, person);
    for (const someone of ['', token]) {
      const { body } = await ask(`user/${id}`, { token: someone });
      expect(body).toMatchObject({
        id,
        controlModes: ['VOICE'],
        prices: [{ currency: 'EUR', perMinute: 2 }],
      });
      for (const field of [
        'email',
        'emailVerifiedAt',
        'legalName',
        'latitude',
        'longitude',
        'blockedUsers',
      ]) {
        expect(body).not.toHaveProperty(field);
      }
      expect((await ask('user?email=a@example.org', { token: someone })).status).toBe(400);
      expect((await ask('user?sort=email', { token: someone })).status).toBe(400);
    }
    expect((await ask(`user/${id}`)).body).toMatchObject({ latitude: 38.7, legalName: 'Secret' });
    expect((await ask('user?sort=email')).status).toBe(200);

    // Blocked people, and those who blocked the viewer, are hidden.
    await site.db.insert(userBlock).values({ userId: id, blockedId: person });
    expect((await ask(`user/${id}`, { token })).status).toBe(404);
    expect((await ask(`user/${id}`, { token: '' })).status).toBe(200);
  });
});
