import { and, eq, isNull, notExists, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../client.ts';
import * as schema from '../schema/index.ts';
import { createTestDatabase } from '../tests/database.ts';
import { seedDemo } from './demo/index.ts';
import { seedFragments } from './fragments.ts';
import { readTexts } from './texts.ts';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await createTestDatabase());
});
afterAll(() => db.$client.end());

const { channel, fragment, blog, city, review, user } = schema;

describe('lookups', () => {
  it('have the quality for a camera’s best, and the cameras that the help pages recommend', async () => {
    const qualities = await db.select().from(schema.videoQuality);
    expect(qualities.map(({ name }) => name).sort()).toEqual(['DEFAULT', 'HIGH', 'LOW', 'MEDIUM']);
    const cameras = await db.select().from(schema.cameraType);
    expect(cameras.map(({ name }) => name)).toEqual(expect.arrayContaining(['INSTA360_X4', 'RICOH_THETA']));
  });
});

describe('fragments', () => {
  it('exist in every database, the same in both languages', async () => {
    const rows = await db.select().from(fragment);
    const names = (language: string) =>
      rows.flatMap((row) => (row.language === language ? row.name : [])).sort();
    expect(names('ENGLISH')).toEqual(names('SPANISH'));
    expect(names('ENGLISH')).toEqual(
      expect.arrayContaining(['privacy-policy', 'terms', 'refund-policy', 'imprint']),
    );
    expect(rows.every(({ title, body }) => title && body.length > 300)).toBe(true);
  });

  it('that a migration adds to a site get their texts, and only those', async () => {
    const named = and(eq(fragment.name, 'terms'), eq(fragment.language, 'SPANISH'));
    const [before] = await db.select().from(fragment).where(named);
    await db.update(fragment).set({ body: '' }).where(named);
    await db.update(fragment).set({ body: '', version: 2 }).where(eq(fragment.name, 'imprint'));
    await seedFragments(db);
    expect(await db.select().from(fragment).where(named)).toEqual([before]);
    const imprints = await db.select().from(fragment).where(eq(fragment.name, 'imprint'));
    expect(imprints.map(({ body }) => body)).toEqual(['', '']);
  });

  it('keep changes by administrators', async () => {
    await db.update(fragment).set({ body: 'Ours' }).where(eq(fragment.name, 'privacy-policy'));
    await db.delete(fragment).where(eq(fragment.name, 'help-join'));
    const before = await db.select().from(fragment).orderBy(fragment.id);
    await seedFragments(db);
    expect(await db.select().from(fragment).orderBy(fragment.id)).toEqual(before);
  });
});

describe('the demo', () => {
  it('has each published post in two languages', async () => {
    const texts = await readTexts('demo/blog');
    const names = (language: string) =>
      texts.filter((text) => text.language === language).map(({ name }) => name);
    expect(names('ENGLISH').filter((name) => name !== 'what-comes-next')).toEqual(names('SPANISH'));
    expect(names('SPANISH').length).toBeGreaterThanOrEqual(8);
  });

  it('fills an empty site, once', async () => {
    const rows = await seedDemo(db);
    expect(rows?.streamers.length).toBeGreaterThanOrEqual(24);
    expect(await db.$count(city)).toBeGreaterThanOrEqual(60);
    const [places] = await db.select({ countries: sql`count(distinct ${city.country})::int` }).from(city);
    expect(places?.countries).toBe(await db.$count(schema.country));
    expect(await db.$count(blog, isNull(blog.publishedAt))).toBe(1);
    const met = db
      .select()
      .from(channel)
      .where(and(eq(channel.hostUserId, review.producerId), eq(channel.guestUserId, review.authorId)));
    expect(await db.$count(review)).toBeGreaterThan(50);
    expect(await db.$count(review, notExists(met))).toBe(0);
    expect(await db.$count(schema.availabilityRule)).toBeGreaterThan(200);
    const before = [await db.$count(user), await db.$count(review), await db.$count(blog)];
    expect(await seedDemo(db)).toBeNull();
    expect([await db.$count(user), await db.$count(review), await db.$count(blog)]).toEqual(before);
  });

  it('does not touch a site that already has content', async () => {
    const used = openDatabase(await createTestDatabase());
    await used.insert(blog).values({ name: 'ours', language: 'ENGLISH', title: 'Ours' });
    expect(await seedDemo(used)).toBeNull();
    expect(await used.$count(user)).toBe(0);
    await used.$client.end();
  });

  it('gives nobody a password', async () => {
    expect(await db.$count(schema.credential)).toBe(0);
  });
});
