import { readdir } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { blog, fileRemoval, fragment, image, user, userBlock, userPrice } from '#db/schema/index.ts';
import { makeUser, signIn, unique } from '../../support/people/people.ts';
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
let admin: Person;
let other: Person;
let streamer: Person;
beforeAll(async () => {
  site = await startSite();
  admin = await person(site.db, ['ADMIN']);
  other = await person(site.db);
  streamer = await makeStreamer();
});
afterAll(() => site.stop());

async function makeStreamer(): Promise<Person> {
  const id = await makeUser(site.db, { controlModes: ['VOICE'] }, ['PRODUCER']);
  await site.db.insert(userPrice).values({ userId: id, currency: 'EUR', perMinute: 1 });
  return { id, token: await signIn(site.db, id) };
}

const imageSchema = z.object({
  id: z.uuid(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  url: z.string(),
  widths: z.array(z.number()),
});

const jpeg = () => picture(2000, 1000).jpeg().toBuffer();

async function add(path: string, as: Person, alt?: string) {
  const { status, body } = await upload(site, `/api/image/${path}`, as, await jpeg(), { alt });
  expect(status).toBe(201);
  return imageSchema.parse(body);
}

async function makePost(publishedAt: Date | null): Promise<string> {
  const values = { name: unique('post'), language: 'ENGLISH', title: 'A post', publishedAt };
  const [row] = await site.db.insert(blog).values(values).returning({ id: blog.id });
  return row?.id ?? '';
}

async function makeFragment(): Promise<string> {
  const values = { name: unique('fragment'), language: 'ENGLISH', title: 'A fragment' };
  const [row] = await site.db.insert(fragment).values(values).returning({ id: fragment.id });
  return row?.id ?? '';
}

const past = () => new Date(Date.now() - 60_000);
const future = () => new Date(Date.now() + 3_600_000);

describe('a picture', () => {
  it('is listed, and served as WebP in its own width and smaller ones', async () => {
    const { id, url, ...made } = await add(`user/${streamer.id}`, streamer, ' A lake ');
    expect(made).toEqual({ alt: 'A lake', width: 2000, height: 1000, widths: [320, 640, 1280, 1920] });
    const list = await send(site, `/api/image/user/${streamer.id}`);
    expect(list.body).toMatchObject({ entities: [{ id, alt: 'A lake', url }], total: 1 });
    for (const [query, width] of [
      ['', 2000],
      ['?width=320', 320],
      ['?width=1920', 1920],
      ['?width=3840', 2000],
    ] as const) {
      const { headers, bytes } = await send(site, url + query);
      expect(headers.get('Content-Type')).toBe('image/webp');
      expect(headers.get('Content-Disposition')).toBe('inline');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: width / 2 });
    }
    expect((await send(site, `${url}?width=333`)).status).toBe(400);
  });

  it('disappears when it is deleted, and its file is queued for removal', async () => {
    const { id, url } = await add(`user/${streamer.id}`, streamer);
    const [row] = await site.db.select().from(image).where(eq(image.id, id));
    expect((await send(site, url, { as: streamer, method: 'DELETE' })).status).toBe(200);
    expect((await send(site, url)).status).toBe(404);
    expect((await send(site, url, { as: streamer, method: 'DELETE' })).status).toBe(404);
    const waiting = await site.db.select().from(fileRemoval);
    expect(waiting.map(({ key }) => key)).toContain(row?.key);
  });

  it.each([
    ['user', async () => (await makeStreamer()).id, user],
    ['blog', () => makePost(past()), blog],
    ['fragment', makeFragment, fragment],
  ] as const)('is deleted with its %s, and its file as well', async (kind, make, table) => {
    const ownerId = await make();
    const { id } = await add(`${kind}/${ownerId}`, admin);
    const [row] = await site.db.select().from(image).where(eq(image.id, id));
    await site.db.delete(table).where(eq(table.id, ownerId));
    const waiting = await site.db.select().from(fileRemoval);
    expect(waiting.map(({ key }) => key)).toContain(row?.key);
    expect(waiting.every(({ dueAt }) => dueAt.getTime() < Date.now() + 120_000)).toBe(true);
  });

  it('is not found under another owner', async () => {
    const { id } = await add(`user/${streamer.id}`, streamer);
    const post = await makePost(past());
    for (const path of [`user/${other.id}/${id}`, `blog/${post}/${id}`, `blog/${streamer.id}/${id}`]) {
      expect((await send(site, `/api/image/${path}`, { as: admin })).status).toBe(404);
      const removal = await send(site, `/api/image/${path}`, { as: admin, method: 'DELETE' });
      expect(removal.status).toBe(404);
    }
  });
});

describe('the order of a gallery', () => {
  const move = (intent: 'moveEarlier' | 'moveLater', id: string | undefined, as: Person) =>
    send(site, '/personal/profile', { as, body: new URLSearchParams({ intent, id: id ?? '' }) });

  async function listed(owner: Person): Promise<string[]> {
    const { body } = await send(site, `/api/image/user/${owner.id}`);
    return z
      .object({ entities: z.array(imageSchema) })
      .parse(body)
      .entities.map(({ id }) => id);
  }

  async function gallery(pictures: number) {
    const as = await makeStreamer();
    const ids: string[] = [];
    for (let i = 0; i < pictures; i++) ids.push((await add(`user/${as.id}`, as)).id);
    return { as, ids };
  }

  it('is changed by the streamer: a picture swaps with its neighbour, a new one comes last', async () => {
    const { as, ids } = await gallery(3);
    const [a, b, c] = ids;
    expect(await listed(as)).toEqual([a, b, c]);
    expect((await move('moveEarlier', c, as)).status).toBe(302);
    expect(await listed(as)).toEqual([a, c, b]);
    await move('moveLater', a, as);
    expect(await listed(as)).toEqual([c, a, b]);
    // Pictures at either end stay.
    expect((await move('moveEarlier', c, as)).status).toBe(302);
    expect((await move('moveLater', b, as)).status).toBe(302);
    expect(await listed(as)).toEqual([c, a, b]);
    expect((await send(site, `/api/image/user/${as.id}/${a}`, { as, method: 'DELETE' })).status).toBe(200);
    const { id: d } = await add(`user/${as.id}`, as);
    expect(await listed(as)).toEqual([c, b, d]);
    await move('moveEarlier', d, as);
    expect(await listed(as)).toEqual([c, d, b]);
  });

  it('cannot be changed by others', async () => {
    const { as, ids } = await gallery(2);
    for (const stranger of [other, admin, streamer]) {
      expect((await move('moveLater', ids[0], stranger)).status).toBe(404);
    }
    expect((await move('moveLater', 'no id', as)).status).toBe(404);
    expect(await listed(as)).toEqual(ids);
  });

  it('survives concurrent moves', async () => {
    const { as, ids } = await gallery(3);
    const [a, b, c] = ids;
    const waiting = sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    // Neither can write before both have begun.
    const moves = await site.db.transaction(async (tx) => {
      await tx.select().from(image).where(eq(image.userId, as.id)).for('update');
      const both = [move('moveLater', a, as), move('moveLater', b, as)];
      await expect
        .poll(async () => [...(await site.db.execute(waiting))], { timeout: 20_000 })
        .toEqual([{ count: 2 }]);
      return both;
    });
    for (const { status } of await Promise.all(moves)) expect(status).toBe(302);
    const rows = await site.db.select().from(image).where(eq(image.userId, as.id));
    expect(new Set(rows.map(({ position }) => position)).size).toBe(3);
    expect([
      [a, b, c],
      [c, a, b],
    ]).toContainEqual(await listed(as));
  });
});

describe('access to a picture', () => {
  const places = {
    'a streamer’s': async () => `user/${streamer.id}`,
    'somebody’s who is no streamer': async () => `user/${(await person(site.db)).id}`,
    'a published post’s': async () => `blog/${await makePost(past())}`,
    'a draft’s': async () => `blog/${await makePost(null)}`,
    'a later post’s': async () => `blog/${await makePost(future())}`,
    'a fragment’s': async () => `fragment/${await makeFragment()}`,
  };

  it.each([
    ['a streamer’s', 200, 401, 403],
    ['somebody’s who is no streamer', 404, 401, 404],
    ['a published post’s', 200, 401, 403],
    ['a draft’s', 404, 401, 404],
    ['a later post’s', 404, 401, 404],
    ['a fragment’s', 200, 401, 403],
  ] as const)(
    '%s: anybody reads %i; writes: nobody %i, others %i, administrators 200',
    async (kind, read, nobody, others) => {
      const path = await places[kind]();
      const { url } = await add(path, admin);
      for (const as of [null, other]) {
        expect((await send(site, `/api/image/${path}`, { as })).status).toBe(read);
        expect((await send(site, url, { as })).status).toBe(read);
        const write = as ? others : nobody;
        expect((await upload(site, `/api/image/${path}`, as, await jpeg())).status).toBe(write);
        expect((await send(site, url, { as, method: 'DELETE' })).status).toBe(write);
      }
      const { headers } = await send(site, url, { as: admin });
      expect(headers.get('Cache-Control')?.startsWith('public')).toBe(
        read === 200 && !kind.startsWith('a str'),
      );
      expect((await send(site, url, { as: admin, method: 'DELETE' })).status).toBe(200);
    },
  );

  it('is refused to people whom the streamer has blocked', async () => {
    const shy = await makeStreamer();
    const { url } = await add(`user/${shy.id}`, shy);
    expect((await send(site, url, { as: other })).status).toBe(200);
    await site.db.insert(userBlock).values({ userId: shy.id, blockedId: other.id });
    expect((await send(site, url, { as: other })).status).toBe(404);
  });
});

describe('names with path traversal', () => {
  it.each([
    'user/..%2f..%2fetc%2fpasswd',
    'user/..%2f..%2fetc/passwd',
    'user/%2e%2e/%2e%2e%2fetc%2fpasswd',
    'blog/..%5c..%5cboot.ini/x',
    '..%2f..%2f/etc/passwd',
    'user/00000000-0000-4000-8000-000000000000%00/x',
    '__proto__/constructor/x',
  ])('%s is not found', async (path) => {
    expect((await send(site, `/api/image/${path}`, { as: admin })).status).toBe(404);
  });

  it('become no file names', async () => {
    const post = await makePost(past());
    for (const name of ['../../../evil.webp', '..\\..\\evil.php', '/etc/cron.d/evil', 'a\u0000.svg']) {
      await upload(site, `/api/image/blog/${post}`, admin, await jpeg(), { name, type: 'text/html' });
    }
    const files = await readdir(site.folder, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => `${file.parentPath}/${file.name}`);
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      expect(path.slice(site.folder.length)).toMatch(/^\/[0-9a-f]{32}\/(full|\d+)\.webp$/);
    }
  });
});
