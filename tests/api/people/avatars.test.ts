import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fileRemoval, user } from '#db/schema/index.ts';
import {
  type Person,
  person,
  picture,
  type Site,
  send,
  startSite,
  upload,
} from '../../support/servers/site.ts';

let site: Site;
let owner: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  site = await startSite();
  owner = await person(site.db);
  other = await person(site.db);
  admin = await person(site.db, ['ADMIN']);
});
afterAll(() => site.stop());

const NOBODY = '00000000-0000-4000-8000-000000000000';
const path = (who: { id: string }, query = '') => `/api/avatar/${who.id}${query}`;
const avatarKey = async (who: Person) => {
  const [row] = await site.db.select({ key: user.avatarKey }).from(user).where(eq(user.id, who.id));
  return row?.key ?? null;
};
const put = async (who: Person) => upload(site, path(who), who, await picture(900, 600).jpeg().toBuffer());

describe('reading', () => {
  it.each([
    ['', 150],
    ['?size=xsm', 36],
    ['?size=sm', 50],
    ['?size=md', 150],
    ['?size=lg', 250],
    ['?size=xlg', 350],
  ])('%s is %i pixels wide and high, with and without an uploaded picture', async (query, side) => {
    await put(owner);
    for (const who of [owner, other]) {
      const { status, headers, bytes } = await send(site, path(who, query));
      expect([status, headers.get('Content-Type')]).toEqual([200, 'image/webp']);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Content-Disposition')).toBe('inline');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: side, height: side });
    }
  });

  it('refuses other sizes and unknown users', async () => {
    expect(await send(site, path(owner, '?size=huge'))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_DATA', fields: [{ path: 'size' }] },
    });
    expect((await send(site, path({ id: NOBODY }))).status).toBe(404);
    expect((await send(site, '/api/avatar/..%2f..%2fetc%2fpasswd')).status).toBe(404);
  });

  it('is sent again only when it has changed', async () => {
    await put(owner);
    const { headers } = await send(site, path(owner));
    const etag = headers.get('ETag') ?? '';
    expect(headers.get('Cache-Control')).toBe('public, no-cache');
    const again = await send(site, path(owner), { headers: { 'If-None-Match': etag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    await put(owner);
    const changed = await send(site, path(owner), { headers: { 'If-None-Match': etag } });
    expect(changed.status).toBe(200);
  });

  it('can be cached forever at the URL with its key, and only there', async () => {
    const { body } = await put(owner);
    const { avatarKey } = z.object({ avatarKey: z.string() }).parse(body);
    const caching = async (v: string) =>
      (await send(site, path(owner, `?v=${v}`))).headers.get('Cache-Control');
    expect(await caching(avatarKey)).toContain('immutable');
    expect(await caching('older')).toBe('public, no-cache');
  });
});

describe('writing', () => {
  it.each([
    ['nobody', () => null, 401, 'NOT_SIGNED_IN'],
    ['somebody else', () => other, 403, 'FORBIDDEN'],
  ])('is refused to %s', async (_, who, status, code) => {
    await put(owner);
    const before = await avatarKey(owner);
    const jpeg = await picture().jpeg().toBuffer();
    expect(await upload(site, path(owner), who(), jpeg)).toMatchObject({ status, body: { code } });
    expect(await send(site, path(owner), { as: who(), method: 'DELETE' })).toMatchObject({
      status,
      body: { code },
    });
    expect(await avatarKey(owner)).toBe(before);
  });

  it('is allowed to administrators', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    expect((await upload(site, path(owner), admin, jpeg)).status).toBe(200);
    expect((await send(site, path(owner), { as: admin, method: 'DELETE' })).status).toBe(200);
    expect(await avatarKey(owner)).toBeNull();
    expect((await upload(site, path({ id: NOBODY }), admin, jpeg)).status).toBe(404);
  });

  it('is refused from another site with the user’s cookie', async () => {
    const cookie = await send(site, path(owner), {
      method: 'DELETE',
      headers: {
        // The cookie is not signed; its serialisation is Remix's.
        Cookie: `JSESSIONID=${encodeURIComponent(btoa(JSON.stringify(owner.token)))}`,
        'Sec-Fetch-Site': 'cross-site',
      },
    });
    expect(cookie).toMatchObject({ status: 403, body: { code: 'CROSS_SITE' } });
  });

  it('removes the previous picture, and the last one with the account', async () => {
    const leaver = await person(site.db);
    await put(leaver);
    const first = await avatarKey(leaver);
    await put(leaver);
    const second = await avatarKey(leaver);
    const removed = async () => (await site.db.select().from(fileRemoval)).map(({ key }) => key);
    expect(await removed()).toContain(first);
    expect(await removed()).not.toContain(second);
    await site.db.delete(user).where(eq(user.id, leaver.id));
    expect(await removed()).toContain(second);
  });

  it('refuses other methods', async () => {
    expect((await send(site, path(owner), { as: owner, method: 'PUT', body: {} })).status).toBe(405);
  });
});
