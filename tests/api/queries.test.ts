import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { blog, review, userPrice } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/test-database.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { Client } from '../support/client.ts';
import { makeUser, unique } from '../support/people.ts';

let url: string;
/** Connected to another database, so that its own queries are not counted. */
let onlooker: Database;

beforeAll(async () => {
  url = await createTestDatabase();
  onlooker = openDatabase(Object.assign(new URL(url), { pathname: '/postgres' }).href);
});
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

async function connections(): Promise<number> {
  const name = new URL(url).pathname.slice(1);
  const [row] = await onlooker.execute(
    sql`select count(*)::int as count from pg_stat_activity where datname = ${name} and backend_type = 'client backend'`,
  );
  return z.object({ count: z.number() }).parse(row).count;
}

/** Upper bound for the queries of background jobs and the server's start. */
const REQUESTS = 20;

/** The number of queries for the server's start and the requests, from the database's statistics. */
async function queriesFor(path: string): Promise<number> {
  const server = await startWebServer(url);
  const before = await transactions();
  for (let n = 0; n < REQUESTS; n++) {
    const { status } = await new Client(server.url).call(path, { headers: { Accept: 'text/html' } });
    expect(status).toBe(200);
  }
  // A connection reports its counts when it ends, and PostgreSQL ends it only after the process has gone.
  await server.stop();
  await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  return (await transactions()) - before;
}

it.each(['/', '/blog', '/user', '/api/user', '/api/review'])(
  '%s makes no query for each row',
  async (path) => {
    await addRows(2);
    const few = await queriesFor(path);
    await addRows(10);
    const many = await queriesFor(path);
    // One query more for each of ten new rows would be ten times as many.
    expect(many - few).toBeLessThan(5 * REQUESTS);
  },
);
