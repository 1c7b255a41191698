import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { blog, review, userPrice } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { makeUser, unique } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { endConnections, openOnlooker } from '../../support/servers/connections.ts';

const PATHS = ['/', '/blog', '/user', '/api/user', '/api/review'];

let url: string;
/** Connects to another database, so that its own queries are not counted. */
let onlooker: Database;
/** Number of queries by path. */
let few: Map<string, number>;
let many: Map<string, number>;

beforeAll(async () => {
  url = await createTestDatabase();
  onlooker = openOnlooker(Object.assign(new URL(url), { pathname: '/postgres' }).href);
  await addRows(2);
  few = await queriesForAll();
  await addRows(10);
  many = await queriesForAll();
}, 120_000);
afterAll(() => onlooker.$client.end());

async function addRows(count: number): Promise<void> {
  const db = openDatabase(url);
  const author = await makeUser(db);
  for (let n = 0; n < count; n++) {
    const producerId = await makeUser(db, { controlModes: ['VOICE'] }, ['PRODUCER']);
    await db.insert(userPrice).values({ userId: producerId, currency: 'EUR', perMinute: 1 });
    await db.insert(review).values({ authorId: author, producerId, rating: 5 });
    const name = unique('post');
    await db.insert(blog).values({ name, language: 'ENGLISH', title: name, publishedAt: new Date() });
  }
  await db.$client.end();
}

async function transactions(): Promise<number> {
  const name = new URL(url).pathname.slice(1);
  const [row] = await onlooker.execute(
    sql`select xact_commit::int as count from pg_stat_database where datname = ${name}`,
  );
  return z.object({ count: z.number() }).parse(row).count;
}

/** Enough requests to outweigh the queries of background jobs. */
const REQUESTS = 20;

/** The number of queries for REQUESTS requests, from the database's statistics. */
async function queriesFor(server: WebServer, path: string): Promise<number> {
  const before = await transactions();
  for (let n = 0; n < REQUESTS; n++) {
    const { status } = await new Client(server.url).call(path, { headers: { Accept: 'text/html' } });
    expect(status, path).toBe(200);
  }
  await endConnections(onlooker, server, url);
  return (await transactions()) - before;
}

/** The number of queries by path, on a newly started server. */
async function queriesForAll(): Promise<Map<string, number>> {
  const server = await startWebServer(url);
  const counts = new Map<string, number>();
  await endConnections(onlooker, server, url);
  for (const path of PATHS) counts.set(path, await queriesFor(server, path));
  await server.stop();
  return counts;
}

it.each(PATHS)('%s makes no query per row', (path) => {
  // One more query for each of ten new rows would add ten times REQUESTS.
  expect((many.get(path) ?? Number.NaN) - (few.get(path) ?? Number.NaN)).toBeLessThan(5 * REQUESTS);
});

it('the queries of each request are counted', () => {
  expect(few.get('/api/user')).toBeGreaterThanOrEqual(REQUESTS);
});
