import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiKey, audit, session } from '#db/schema/index.ts';
import { newKey as newKeyOf, ownerOfKeys } from '../../support/people/keys.ts';
import { isSignedIn, PASSWORD } from '../../support/people/members.ts';
import { bearer, setPassword } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { type Person, person, type Site, send, startSite } from '../../support/servers/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await makeMediaNode(site.db);
});
afterAll(() => site.stop());

const owner = () => ownerOfKeys(site);
const newKey = (as: Person, fields?: Record<string, unknown>) => newKeyOf(site, as, fields);

const makeRoom = (key: string) => send(site, '/api/room', { headers: bearer(key), body: {} });
const change = (as: Person, { id, version }: { id: string; version: number }, fields: object) =>
  send(site, `/api/api-key/${id}`, { as, method: 'PUT', body: { version, ...fields } });

describe('An API key', () => {
  it('is shown once, and stored as a hash', async () => {
    const me = await owner();
    const { id, key } = await newKey(me);
    expect(key).toMatch(/^pk_[\w-]{43}$/);
    const read = await send(site, `/api/api-key/${id}`, { as: me });
    expect(read.body).toMatchObject({ prefix: key.slice(0, 9), revoked: false, lastUsedAt: null });
    const [row] = await site.db.select().from(apiKey).where(eq(apiKey.id, id));
    for (const text of [JSON.stringify(row), JSON.stringify(read.body)]) {
      expect(text).not.toContain(key.slice(9));
    }
    expect(site.server.log()).not.toContain(key.slice(0, 12));
  });

  it('requires a confirmed address, known scopes, and valid origins', async () => {
    const body = { name: 'Shop', scopes: ['room:create'] };
    const unproved = await person(site.db);
    expect(await send(site, '/api/api-key', { as: unproved, body })).toMatchObject({ status: 403 });
    const me = await owner();
    const wrong = [
      { scopes: ['room:create', 'payment:take'] },
      { scopes: [] },
      { origins: ['http://shop.example'] },
      { origins: ['https://shop.example/page'] },
      { origins: ['https://user@shop.example'] },
      { perMinute: 600 },
    ];
    for (const fields of wrong) {
      const answer = await send(site, '/api/api-key', { as: me, body: { ...body, ...fields } });
      expect([fields, answer.status]).toEqual([fields, 400]);
    }
    await newKey(me, { origins: ['https://Shop.example/', 'http://localhost:8080'] });
    const [row] = await site.db.select().from(apiKey).where(eq(apiKey.userId, me.id));
    expect(row?.origins).toEqual(['https://shop.example', 'http://localhost:8080']);
  });

  it('can be created only in a recently confirmed session', async () => {
    const me = await owner();
    await site.db
      .update(session)
      .set({ confirmedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(session.userId, me.id));
    const body = { name: 'Shop', scopes: ['room:create'] };
    expect(await send(site, '/api/api-key', { as: me, body })).toMatchObject({
      status: 403,
      body: { code: 'CONFIRM_AGAIN' },
    });
  });

  it('is no session: it can do nothing else', async () => {
    const me = await owner();
    await setPassword(site.db, me.id);
    const { id, key } = await newKey(me);
    const headers = bearer(key);
    const tries = [
      send(site, '/api/session', { headers }),
      send(site, '/api/pinga/auth', { headers }),
      send(site, '/api/api-key', { headers, body: { name: 'Another', scopes: ['room:create'] } }),
      send(site, `/api/api-key/${id}`, { headers, method: 'PUT', body: { version: 1, revoked: true } }),
      send(site, '/api/password', { headers, body: { password: PASSWORD, newPassword: 'another good one' } }),
      send(site, `/api/user/${me.id}`, { headers, method: 'PUT', body: { version: 1 } }),
    ];
    for (const { status, body } of await Promise.all(tries)) {
      expect([status, body]).toMatchObject([401, { code: 'NOT_SIGNED_IN' }]);
    }
    // A session token is no key either.
    expect(await makeRoom(me.token)).toMatchObject({ status: 401 });
  });
});

describe('The owner of a key', () => {
  it('alone sees and revokes it, besides administrators, who also set its limit', async () => {
    const me = await owner();
    const stranger = await owner();
    const admin = await person(site.db, ['ADMIN']);
    const made = await newKey(me);
    expect(await send(site, `/api/api-key/${made.id}`, { as: stranger })).toMatchObject({ status: 404 });
    expect(await change(stranger, made, { revoked: true })).toMatchObject({ status: 404 });
    expect((await send(site, '/api/api-key', { as: stranger })).body).toMatchObject({ total: 0 });
    // The owner cannot raise the limit: the field is read-only, so it is ignored.
    expect((await change(me, made, { perMinute: 600 })).body).toMatchObject({ perMinute: 60, version: 2 });
    expect((await change(admin, { ...made, version: 2 }, { perMinute: 120 })).body).toMatchObject({
      perMinute: 120,
    });
    const told = await site.db.select().from(audit).where(eq(audit.rowId, made.id));
    expect(told.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['ADD_KEY', me.id],
      ['CHANGE_KEY', me.id],
      ['CHANGE_KEY', admin.id],
    ]);
  });

  it('finds it in the personal data without its hash; it is deleted with the account', async () => {
    const me = await owner();
    await setPassword(site.db, me.id);
    const { key } = await newKey(me);
    const { body } = await send(site, '/personal/data', { as: me });
    const { apiKeys } = z.object({ apiKeys: z.array(z.looseObject({})) }).parse(body);
    expect(apiKeys).toMatchObject([{ name: 'Shop', prefix: key.slice(0, 9) }]);
    expect(JSON.stringify(apiKeys)).not.toContain('tokenHash');
    const gone = await send(site, `/api/user/${me.id}`, {
      as: me,
      method: 'DELETE',
      body: { password: PASSWORD },
    });
    expect(gone.status).toBe(200);
    expect(await makeRoom(key)).toMatchObject({ status: 401 });
    expect(await site.db.$count(apiKey, eq(apiKey.userId, me.id))).toBe(0);
  });
});

it('an account has at most 20 keys, not counting revoked and expired ones', async () => {
  const me = await owner();
  const made = [];
  for (let n = 0; n < 20; n++) made.push(await newKey(me));
  const body = { name: 'Shop', scopes: ['room:create'] };
  expect(await send(site, '/api/api-key', { as: me, body })).toMatchObject({ body: { code: 'WRONG_STATE' } });
  if (made[0]) await change(me, made[0], { revoked: true });
  await newKey(me);
  expect(await send(site, '/api/api-key', { as: me, body })).toMatchObject({ body: { code: 'WRONG_STATE' } });
  await site.db
    .update(apiKey)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(apiKey.id, made[1]?.id ?? ''));
  await newKey(me);
});

it('the page creates a key, shows it once, lists it and revokes it', async () => {
  const me = await owner();
  const post = (fields: Record<string, string>) =>
    send(site, '/personal/developer', { as: me, method: 'POST', body: new URLSearchParams(fields) });
  const wrong = await post({ intent: 'createKey', name: '', scopes: 'room:create', origins: 'shop' });
  expect(wrong.status).toBe(400);
  const made = await post({
    intent: 'createKey',
    name: 'Our shop',
    scopes: 'room:create',
    origins: 'https://shop.example\nhttps://www.shop.example',
    expiresInDays: '30',
  });
  expect(made.status).toBe(200);
  const key = /pk_[\w-]{43}/.exec(String(made.body))?.[0] ?? '';
  expect(await isSignedIn(new Client(site.server.url), bearer(key))).toBe(false);
  const [row] = await site.db.select().from(apiKey).where(eq(apiKey.userId, me.id));
  expect(row?.origins).toHaveLength(2);
  const page = String((await send(site, '/personal/developer', { as: me })).body);
  expect(page).toContain('Our shop');
  expect(page).not.toContain(key);
  expect((await post({ intent: 'revokeKey', id: row?.id ?? '' })).status).toBe(302);
  const [after] = await site.db.select().from(apiKey).where(eq(apiKey.userId, me.id));
  expect(after?.revokedAt).toBeInstanceOf(Date);
  expect(after?.expiresAt).toBeInstanceOf(Date);
});
