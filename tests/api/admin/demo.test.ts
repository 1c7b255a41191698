import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blog, demoRow } from '#db/schema/index.ts';
import { unique } from '../../support/people/people.ts';
import { type Person, person, type Site, send, startSite } from '../../support/servers/site.ts';

let site: Site;
let admin: Person;
let reader: Person;
beforeAll(async () => {
  site = await startSite();
  admin = await person(site.db, ['ADMIN']);
  reader = await person(site.db);
});
afterAll(() => site.stop());

async function makePost(isDemo: boolean): Promise<string> {
  const post = { name: unique('post'), title: 'A post', publishedAt: new Date(0) };
  const inEach = ['ENGLISH', 'SPANISH'].map((language) => ({ ...post, language }));
  const rows = await site.db.insert(blog).values(inEach).returning();
  if (isDemo) await site.db.insert(demoRow).values(rows.map(({ id }) => ({ id, table: 'blog' as const })));
  return post.name;
}

const page = async (path: string, as?: Person) => String((await send(site, path, { as })).body);
const NOINDEX = '<meta name="robots" content="noindex"/>';

it('is marked for people, and hidden from search engines', async () => {
  const ours = await makePost(false);
  expect(await page('/blog')).not.toContain(NOINDEX);
  expect(await page('/admin', admin)).not.toContain('Demo content');
  const demo = await makePost(true);
  for (const path of ['/blog', `/blog/${demo}`]) expect(await page(path)).toContain(NOINDEX);
  expect(await page(`/blog/${demo}`)).toContain('>Demo<');
  expect(await page(`/blog/${ours}`)).not.toContain(NOINDEX);
  expect(await page(`/blog/${ours}`)).not.toContain('>Demo<');
  const sitemap = await page('/sitemap.xml');
  for (const path of [`/blog/${ours}`, `/es/blog/${ours}`]) expect(sitemap).toContain(`${path}</loc>`);
  expect(sitemap).not.toContain(demo);
  expect((await page('/admin/blog', admin)).match(/>Demo</g)).toHaveLength(2);
});

it('is deleted with one button, by administrators only', async () => {
  const demo = await makePost(true);
  const ask = (as?: Person) =>
    send(site, '/admin?index', { as, body: new URLSearchParams({ intent: 'deleteDemo' }) });
  for (const other of [undefined, reader]) await ask(other);
  expect(await site.db.$count(blog, eq(blog.name, demo))).toBe(2);
  const notice = 'marked “Demo” are invented';
  expect(await page('/admin', admin)).toContain(notice);
  const answer = await ask(admin);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin?demoDeleted']);
  expect(await site.db.$count(blog, eq(blog.name, demo))).toBe(0);
  const after = await page('/admin?demoDeleted', admin);
  expect(after).toContain('The demo content is deleted.');
  expect(after).not.toContain(notice);
});
