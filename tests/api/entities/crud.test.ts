import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { review } from '#db/schema/index.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { AdminSite, errorOf, listSchema, rowSchema } from '../../support/people/as-admin.ts';
import { PASSWORD } from '../../support/people/members.ts';
import { makeUser, setPassword, signIn, unique } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterAll(() => site.stop());

const ask: AdminSite['ask'] = (path, options) => site.ask(path, options);
const make: AdminSite['make'] = (entity, body) => site.make(entity, body);

const town = (values: object = {}) => ({
  name: unique('Town'),
  country: 'ES',
  latitude: 40,
  longitude: -3,
  ...values,
});

describe('a write', () => {
  it('names each wrong or unknown field', async () => {
    const body = { name: '', country: 'Spain', latitude: 91, surprise: true };
    expect(errorOf(await ask('city', { body }))).toEqual({
      status: 400,
      code: 'INVALID_DATA',
      fields: expect.arrayContaining(['name', 'country', 'latitude', 'longitude', 'surprise']),
    });
  });

  it.each([
    ['a number', 7],
    ['a list', [town()]],
    ['nothing', null],
  ])('refuses %s as a row', async (_what, body) => {
    expect((await ask('city', { body })).status).toBe(400);
  });

  it('refuses anything but JSON', async () => {
    const answer = await ask('city', { body: Buffer.from('{"name": ') });
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'BAD_MESSAGE' });
  });

  it('refuses characters that the database cannot store', async () => {
    const answer = await ask('city', { body: town({ name: 'a\u0000b' }) });
    expect(errorOf(answer)).toMatchObject({ status: 400, fields: ['name'] });
  });

  it('refuses a body over a megabyte before reading it', async () => {
    const answer = await ask('blog', { body: { name: 'big', body: 'x'.repeat(1_100_000) } });
    expect(errorOf(answer)).toMatchObject({ status: 413, code: 'TOO_LARGE' });
  });

  it('refuses a body without a stated length', async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(JSON.stringify(town())));
        controller.close();
      },
    });
    expect(errorOf(await ask('city', { body: stream }))).toMatchObject({ status: 411, code: 'TOO_LARGE' });
  });

  it('accepts only values of the right type for a parameter that the program reads', async () => {
    const wrong = { status: 400, code: 'INVALID_DATA', fields: ['value'] };
    const link = { name: 'social-tiktok', value: 'javascript:alert(1)' };
    expect(errorOf(await ask('parameter', { body: link }))).toEqual(wrong);
    expect((await ask('parameter?name=social-tiktok')).body).toMatchObject({ total: 0 });
    const row = await make('parameter', { name: 'social-tiktok-shown', value: 'true' });
    const renamed = { name: 'social-tiktok', version: row.version };
    expect(errorOf(await ask(`parameter/${row.id}`, { method: 'PUT', body: renamed }))).toEqual(wrong);
    const changed = { value: 'yes', version: row.version };
    expect(errorOf(await ask(`parameter/${row.id}`, { method: 'PUT', body: changed }))).toEqual(wrong);
    expect((await ask(`parameter/${row.id}`)).body).toMatchObject({ value: 'true', version: row.version });
  });

  it('accepts only the site’s languages for an account', async () => {
    const id = await makeUser(site.db);
    const change = (language: string) => ask(`user/${id}`, { method: 'PUT', body: { language, version: 1 } });
    expect(errorOf(await change('FRENCH'))).toEqual({
      status: 400,
      code: 'INVALID_DATA',
      fields: ['language'],
    });
    expect((await change('SPANISH')).status).toBe(200);
  });

  it('stores text exactly as written', async () => {
    for (const name of [
      `'; drop table city; --`,
      '<script>alert(1)</script>',
      '😀 \r\nSet-Cookie: a=b',
      '%_\\',
    ]) {
      const row = await make('city', town({ name: `${unique('')} ${name}` }));
      const read = await ask(`city/${row.id}`);
      expect(read.body).toMatchObject({ name: row.name });
      expect(String(row.name)).toContain(name);
      expect(read.headers.get('set-cookie')).toBeNull();
    }
  });

  it('names values that are taken, and referenced rows that do not exist', async () => {
    const row = await make('fragment', { name: unique('help'), language: 'ENGLISH', title: 'Help' });
    const again = { name: row.name, language: 'ENGLISH', title: 'Help' };
    expect(errorOf(await ask('fragment', { body: again }))).toEqual({
      status: 409,
      code: 'ALREADY_EXISTS',
      fields: ['name', 'language'],
    });
    const nowhere = await ask('city', { body: town({ country: 'XX' }) });
    expect(errorOf(nowhere)).toEqual({ status: 400, code: 'INVALID_DATA', fields: ['country'] });
    const person = await make('user', personBody());
    const other = await make('user', personBody());
    const taken = { username: String(person.username).toUpperCase(), version: other.version };
    const answer = await ask(`user/${other.id}`, { method: 'PUT', body: taken });
    expect(errorOf(answer)).toEqual({ status: 409, code: 'ALREADY_EXISTS', fields: ['username'] });
  });

  it('does not reveal earlier subscriptions', async () => {
    const body = { email: `${unique('me')}@example.org`, language: 'ENGLISH' };
    const first = await ask('subscription', { body, token: '' });
    const again = await ask('subscription', { body, token: '' });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    const { total } = listSchema.parse((await ask(`subscription?email=${body.email}`)).body);
    expect(total).toBe(1);
  });

  it('is refused to people on a blocked network without an account', async () => {
    await make('block-address', { address: '203.0.113.0/24' });
    const write = (address: string) =>
      new Client(site.server.url, address).call('/api/inquiry', { body: { message: 'Hello' } });
    expect(errorOf(await write('203.0.113.7'))).toMatchObject({ status: 403, code: 'ADDRESS_BLOCKED' });
    expect((await write('203.0.112.7')).status).toBe(201);
  });

  it('is limited for people without an account', async () => {
    const client = new Client(site.server.url);
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) {
      statuses.push((await client.call('/api/inquiry', { body: { message: 'Buy this!' } })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
  });
});

const personBody = () => {
  const username = unique('person');
  return { username, urlname: username, email: `${username}@example.org` };
};

describe('an update', () => {
  it('changes the sent fields and no others', async () => {
    const before = await make('city', town({ name: unique('Before') }));
    const change = { latitude: 41.5, version: before.version };
    const after = await ask(`city/${before.id}`, { method: 'PUT', body: change });
    expect(after.body).toEqual({
      ...before,
      latitude: 41.5,
      version: before.version + 1,
      updatedAt: expect.any(String),
    });
  });

  it('accepts a whole row as it was read', async () => {
    const person = await make('user', personBody());
    const body = { ...person, language: 'SPANISH' };
    const after = await ask(`user/${person.id}`, { method: 'PUT', body });
    expect(after.body).toMatchObject({ id: person.id, language: 'SPANISH', createdAt: person.createdAt });
  });

  it('keeps languages and prices that were not sent, and replaces those sent', async () => {
    const person = await make('user', personBody());
    const put = (body: object) => ask(`user/${person.id}`, { method: 'PUT', body });
    const languages = ['ENGLISH', 'SPANISH'];
    const prices = [{ currency: 'EUR', perMinute: 1.5 }];
    await put({ languages, prices, version: 1 });
    expect((await put({ firstName: 'A', version: 2 })).body).toMatchObject({ languages, prices });
    expect((await put({ prices: [], version: 3 })).body).toMatchObject({ languages, prices: [] });
    const halfCents = await put({ prices: [{ currency: 'EUR', perMinute: 1.005 }], version: 4 });
    expect(errorOf(halfCents)).toMatchObject({ status: 400, fields: ['prices.0.perMinute'] });
  });

  it('requires the version, and responds to a stale one with the current row', async () => {
    const row = await make('city', town());
    const put = (body: object) => ask(`city/${row.id}`, { method: 'PUT', body });
    expect(errorOf(await put({ latitude: 1 }))).toMatchObject({ status: 400, fields: ['version'] });
    expect((await put({ latitude: 1, version: 1 })).status).toBe(200);
    const stale = await put({ latitude: 2, version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ code: 'STALE', current: { latitude: 1, version: 2 } });
    expect((await ask(`city/${row.id}`)).body).toMatchObject({ latitude: 1, version: 2 });
  });

  it('loses none of many concurrent ones, on two servers', async () => {
    const second = await startWebServer(site.url);
    const row = await make('parameter', { name: unique('counter'), value: '0' });
    const increment = async (on: WebServer): Promise<void> => {
      const { version, value } = z
        .object({ version: z.number(), value: z.string() })
        .parse((await ask(`parameter/${row.id}`, { on })).body);
      const body = { value: String(Number(value) + 1), version };
      const { status } = await ask(`parameter/${row.id}`, { method: 'PUT', body, on });
      if (status === 409) return increment(on);
      expect(status).toBe(200);
    };
    await Promise.all(Array.from({ length: 20 }, (_, i) => increment(i % 2 ? site.server : second)));
    expect((await ask(`parameter/${row.id}`)).body).toMatchObject({ value: '20', version: 21 });
    await second.stop();
  });

  it('ignores read-only fields, and refuses unknown ones', async () => {
    const id = await makeUser(site.db);
    const token = await signIn(site.db, id);
    const body = {
      firstName: 'Me',
      version: 1,
      email: 'other@example.org',
      emailVerifiedAt: '2026-01-01T00:00:00Z',
      roles: [{ rolename: 'ADMIN' }],
      id: site.adminId,
      hasAvatar: true,
    };
    const before = z.looseObject({ email: z.string() }).parse((await ask(`user/${id}`, { token })).body);
    const after = await ask(`user/${id}`, { method: 'PUT', body, token });
    expect(after.body).toMatchObject({
      id,
      firstName: 'Me',
      email: before.email,
      emailVerifiedAt: null,
      roles: [],
      hasAvatar: false,
    });
    const unknown = { passwordHash: 'x', avatarKey: 'x', version: 2 };
    expect(errorOf(await ask(`user/${id}`, { method: 'PUT', body: unknown, token }))).toMatchObject({
      status: 400,
      fields: ['passwordHash', 'avatarKey'],
    });
  });

  it('lets only administrators answer a message', async () => {
    const id = await makeUser(site.db);
    const token = await signIn(site.db, id);
    const made = await ask('inquiry', { body: { message: 'Hi', answer: 'I answer myself' }, token });
    expect(made.body).toMatchObject({ message: 'Hi', answer: null, answeredAt: null, userId: id });
    const { id: inquiry } = rowSchema.parse(made.body);
    const body = { answer: 'Hello', version: 1 };
    const answered = await ask(`inquiry/${inquiry}`, { method: 'PUT', body });
    expect(answered.body).toMatchObject({ answer: 'Hello', answeredAt: expect.any(String) });
  });
});

describe('a deletion', () => {
  it('keeps at least one administrator', async () => {
    await setPassword(site.db, site.adminId);
    const body = { password: PASSWORD };
    expect(errorOf(await ask(`user/${site.adminId}`, { method: 'DELETE', body }))).toMatchObject({
      status: 409,
      code: 'IN_USE',
    });
    const { entities } = listSchema.parse((await ask(`role?userId=${site.adminId}`)).body);
    expect(errorOf(await ask(`role/${entities[0]?.id}`, { method: 'DELETE' }))).toMatchObject({
      code: 'IN_USE',
    });
    expect((await ask('user')).status).toBe(200);
  });

  it('succeeds, or finds the row deleted, while others wait for the same rows', async () => {
    const admins = await Promise.all(Array.from({ length: 6 }, () => makeUser(site.db, {}, ['ADMIN'])));
    const { entities } = listSchema.parse((await ask('role?rolename=ADMIN&size=100')).body);
    const roles = entities.filter(({ userId }) => admins.includes(String(userId)));
    const paths = [...admins.map((id) => `user/${id}`), ...roles.map(({ id }) => `role/${id}`)];
    const answers = await Promise.all(paths.map((path) => ask(path, { method: 'DELETE' })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, admins.length)).toEqual(admins.map(() => 200));
    expect([200, 403, 404]).toEqual(expect.arrayContaining(statuses));
  });

  it('deletes an account’s rows with it', async () => {
    const author = await makeUser(site.db);
    const producerId = await makeUser(site.db);
    const [row] = await site.db
      .insert(review)
      .values({ authorId: author, producerId, rating: 3 })
      .returning();
    expect((await ask(`user/${author}`, { method: 'DELETE' })).status).toBe(200);
    expect((await ask(`review/${row?.id}`)).status).toBe(404);
  });
});

it.each([
  ['no such entity', 'credential'],
  ['a table that is no entity', 'email-token'],
  ['a name of JavaScript', 'constructor'],
  ['no such row', 'city/00000000-0000-4000-8000-000000000000'],
  ['no id at all', "city/1' or '1'='1"],
  ['no path', 'city/x/y'],
])('%s is not found', async (_what, path) => {
  expect(errorOf(await ask(path))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
});

it('other methods are refused', async () => {
  expect(errorOf(await ask('city', { method: 'PATCH', body: {} }))).toMatchObject({ status: 405 });
  expect(errorOf(await ask('city', { method: 'DELETE' }))).toMatchObject({ status: 405 });
});
