import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { blog, image } from '#db/schema/index.ts';

let db: Database;
let posts: typeof import('./blog.server.ts');

beforeAll(async () => {
  db = await openServicesDatabase();
  posts = await import('./blog.server.ts');
});
afterAll(() => db.$client.end());
beforeEach(() => db.delete(blog));

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12));
const FUTURE = new Date(Date.now() + 86_400_000);

type Values = Partial<typeof blog.$inferInsert>;

async function write(name: string, publishedAt: Date | null, values: Values = {}) {
  const [row] = await db
    .insert(blog)
    .values({ name, language: 'ENGLISH', title: name.toUpperCase(), publishedAt, ...values })
    .returning();
  if (!row) throw new Error('no post was made');
  return row;
}

const names = (found: { name: string }[]) => found.map(({ name }) => name);
const listed = async (limit: number, offset?: number) =>
  names(await posts.listPosts('en', { limit, offset }));

describe('the list', () => {
  it('has the newest first, page by page, each post once', async () => {
    for (const number of [2, 4, 1, 5, 3]) await write(`on-${number}`, day(number));
    expect(await listed(2)).toEqual(['on-5', 'on-4']);
    expect(await listed(2, 2)).toEqual(['on-3', 'on-2']);
    expect(await listed(2, 4)).toEqual(['on-1']);
    expect(await listed(2, 6)).toEqual([]);
    expect(await posts.countPosts('en')).toBe(5);
  });

  it('pages through posts of the same instant without losing one', async () => {
    for (let i = 0; i < 5; i++) await write(`same-${i}`, day(1));
    const pages = [await listed(2), await listed(2, 2), await listed(2, 4)];
    expect(pages.flat().toSorted()).toEqual(['same-0', 'same-1', 'same-2', 'same-3', 'same-4']);
  });

  it('leaves out drafts, posts published later, and posts in another language', async () => {
    await write('out', day(1));
    await write('draft', null);
    await write('later', FUTURE);
    await write('fuera', day(2), { language: 'SPANISH' });
    expect(await listed(10)).toEqual(['out']);
    expect(await posts.countPosts('en')).toBe(1);
    expect(names(await posts.listPosts('es', { limit: 10 }))).toEqual(['fuera']);
  });

  it('writes dates in the page’s language, and uses the oldest picture as cover', async () => {
    const { id } = await write('fotos', day(5), { language: 'SPANISH' });
    const picture = (alt: string, createdAt: Date) => ({
      blogId: id,
      key: alt,
      size: 1,
      width: 900,
      height: 600,
      alt,
      createdAt,
    });
    await db.insert(image).values([picture('second', day(3)), picture('first', day(2))]);
    expect(await posts.listPosts('es', { limit: 1 })).toMatchObject([
      {
        title: 'FOTOS',
        published: { iso: day(5).toISOString(), words: '5 de enero de 2026' },
        cover: {
          alt: 'first',
          width: 900,
          height: 600,
          widths: [320, 640],
          url: expect.stringContaining(`/blog/${id}/`),
        },
      },
    ]);
  });
});

describe('the neighbours of a post', () => {
  it('are the next older and newer posts published in its language', async () => {
    await write('oldest', day(1));
    await write('older', day(2));
    await write('older-draft', null);
    const post = await write('here', day(4));
    await write('vecina', day(5), { language: 'SPANISH' });
    await write('newer', day(6));
    await write('later', FUTURE);
    expect(await posts.findNeighbours('en', post)).toEqual({
      older: { name: 'older', title: 'OLDER' },
      newer: { name: 'newer', title: 'NEWER' },
    });
  });

  it('are null at either end and for a draft', async () => {
    const first = await write('first', day(1));
    const last = await write('last', day(2));
    const draft = await write('draft', null);
    await write('later', FUTURE);
    expect(await posts.findNeighbours('en', first)).toMatchObject({ older: null, newer: { name: 'last' } });
    expect(await posts.findNeighbours('en', last)).toMatchObject({ older: { name: 'first' }, newer: null });
    expect(await posts.findNeighbours('en', draft)).toEqual({ older: null, newer: null });
  });

  it('follow the order of the list for posts of the same instant', async () => {
    const same = [];
    for (let i = 0; i < 3; i++) same.push(await write(`same-${i}`, day(1)));
    const byName = new Map(same.map((post) => [post.name, post]));
    const [newest = '', ...rest] = await listed(3);
    const way = [newest];
    for (let post = byName.get(newest); post; ) {
      const { older } = await posts.findNeighbours('en', post);
      if (older) way.push(older.name);
      post = older ? byName.get(older.name) : undefined;
    }
    expect(way).toEqual([newest, ...rest]);
  });
});

it('lists the sitemap’s posts with their languages, without drafts', async () => {
  await write('both', day(1));
  await write('both', day(1), { language: 'SPANISH' });
  await write('half-written', day(1));
  await write('half-written', null, { language: 'SPANISH' });
  await write('draft', null);
  expect(await posts.listAddresses()).toMatchObject([
    { name: 'both', languages: ['en', 'es'] },
    { name: 'half-written', languages: ['en'] },
  ]);
});
